"""Rules in time: event by event, what the engine matched is decided, and what follows is kept with its reasons."""
