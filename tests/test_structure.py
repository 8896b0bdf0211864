"""The shape of the house: imports point one way, no law stands in Python, the wheel is whole, the README is true."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from adjudicator.cli.main import main
from adjudicator.rulebook import Rulebook
from conftest import ROOT

PACKAGE = ROOT / "adjudicator"
SOURCES = sorted(PACKAGE.rglob("*.py"))
LAYERS = [  # each may import itself and what stands before it
    ("version", "errors"),
    ("model",),
    ("reading",),
    ("table",),
    ("compile", "rulebook"),
    ("engine",),
    ("evaluate",),
    ("wording",),
    ("proof", "precedents", "why_not"),
    ("ruling",),
    ("incidents",),
    ("service",),
    ("expected",),
    ("cases",),
    ("checks", "coverage", "index", "references", "scaffold"),
    ("render",),
    ("cli",),
    ("__init__", "__main__"),
]
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
FORMAT_WORDS = {
    "dealer",
    "declarer",
    "dummy",
    "remedy",
    "option",
    "bar",
    "duty",
    "right",
    "card",
    "call",
    "phase",
    "penalty",
}
LEGAL = re.compile(
    r"revok|renounc|insufficien|exposed|callable|honou?r|chicane|slam|undertrick|under-trick|overbid|out-of-turn"
    r"|new-deal|royal|spade|no-trump|auction-19|bridge-19"
)


def layer(path: Path) -> str:
    """The layer of a source file: the name of its folder or of the module itself."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    """A module imports only from its own layer or from lower ones, at its top."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("adjudicator"):
            target = (node.module or "").split(".")[1]
            assert RANK[target] <= RANK[layer(path)], f"{path.name} imports {node.module}"
            assert node in tree.body, f"{path.name} imports {node.module} inside a function"


def strings(path: Path) -> list[str]:
    """The string constants of a module, its docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = {
        id(n.body[0].value)
        for n in ast.walk(tree)
        if isinstance(n, documented) and n.body and isinstance(n.body[0], ast.Expr)
    }
    return [
        n.value
        for n in ast.walk(tree)
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in docs
    ]


def test_no_law_stands_in_python(rulebook: Rulebook) -> None:
    """No name of a finding, remedy, fact, course or state of the laws is written in Python, nor any legal word."""
    words = rulebook.vocabulary
    legal = {
        n for kind in ("finding", "remedy", "fact", "option", "state", "contention", "question") for n in words.of(kind)
    }
    legal -= FORMAT_WORDS
    for path in SOURCES:
        if path.name == "patterns.py":
            continue  # the words of the rule language, tested below
        said = strings(path)
        assert not legal.intersection(said) - {"value", "entitled"}, path
        assert not [s for s in said if LEGAL.search(s) and not s.startswith("Example")], path


def test_no_law_is_numbered_in_python() -> None:
    """No string of the package names a law by its number."""
    for path in SOURCES:
        assert not [s for s in strings(path) if re.fullmatch(r"[1-9]\d{0,2}[a-w]?(/[\w-]+)?", s) and s != "10"], path


@pytest.mark.parametrize(("library", "module"), [("durable_rules_engine", "durable.py"), ("clips", "clips.py")])
def test_only_one_module_knows_an_engine(library: str, module: str) -> None:
    """Each engine's library is imported in one place."""
    importing = re.compile(rf"^(import|from) {library}\b", re.MULTILINE)
    assert [p.name for p in SOURCES if importing.search(p.read_text(encoding="utf-8"))] == [module]


def test_modules_are_small_and_open_with_a_paragraph() -> None:
    """No module is over three hundred lines, and each says what it is for."""
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 300, path
        assert ast.get_docstring(ast.parse(text)), path


def test_the_wheel_holds_every_law_and_case(tmp_path: Path) -> None:
    """A wheel built from the checkout carries each file of rules/ and cases/, the schemas and the type marker."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("rules", "cases"):
        for path in (ROOT / folder).rglob("*.yaml"):
            assert f"adjudicator/data/{path.relative_to(ROOT)}" in names
    assert "adjudicator/py.typed" in names
    assert not [n for n in names if n.startswith(("tests/", "rules/", "cases/"))]


def test_an_installed_wheel_finds_its_rules(tmp_path: Path) -> None:
    """Away from the checkout, the package unpacked from its wheel rules on an incident."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = "import adjudicator as a; print(a.__file__); print(a.adjudicate({'events': []}).say)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path / "site", check=True, capture_output=True, text=True
    )
    where, said = done.stdout.splitlines()
    assert Path(where).is_relative_to(tmp_path)
    assert said == "Nothing irregular happened."


README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_command_is_in_the_readme_and_has_help_with_an_example() -> None:
    """Each command shows help with an example, and stands in the README."""
    for name in main.commands:
        shown = CliRunner().invoke(main, [name, "--help"])
        assert shown.exit_code == 0
        assert "Example" in shown.output
        assert f"`adjudicate {name}" in README


def test_the_readmes_incident_is_ruled() -> None:
    """The incident that the README shows is read and ruled as it says."""
    text = re.search(r"```yaml\n(.*?)```", README, re.DOTALL)
    assert text
    done = CliRunner().invoke(main, ["rule", "-"], input=text.group(1))
    assert done.exit_code == 0, done.output
    assert "The contention that Z may not bid is sustained." in done.output


def test_ci_runs_exactly_the_readmes_test_line() -> None:
    """The line that CI runs is taken from the README, and there is one."""
    assert len(re.findall(r"^    python3 -m venv .*pytest.*$", README, re.MULTILINE)) == 1


def test_yaml_files_name_their_schema() -> None:
    """Each file of laws and cases names its JSON Schema on its first line, and the schema is there."""
    files = [*(ROOT / "rules" / "auction-1912").glob("*.yaml"), *(ROOT / "cases").rglob("*.yaml")]
    for path in files:
        first = path.read_text(encoding="utf-8").splitlines()[0]
        named = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert named, path
        assert (path.parent / named.group(1)).resolve().is_file(), path


def test_no_rule_file_says_the_same_word_twice() -> None:
    """Each clause of each law is restated, and no restatement is given to two clauses."""
    said: dict[str, Path] = {}
    for path in (ROOT / "rules" / "auction-1912").glob("[0-9E]*.yaml"):
        for clause in yaml.safe_load(path.read_text(encoding="utf-8"))["clauses"]:
            assert clause["says"] not in said, path
            said[clause["says"]] = path
