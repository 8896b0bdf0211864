"""What the other packages speak of: frozen values without behaviour of the law."""
