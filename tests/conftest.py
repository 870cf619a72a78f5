"""What every test shares: order, the long runs, hypothesis's counts."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.test import override_settings
from hypothesis import HealthCheck, Phase, settings

from tests.emptied import Emptied, use

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
PHASES = [Phase.explicit, Phase.generate, Phase.shrink]
"""Without `explain`, which traces every line and takes minutes over a whole Mission."""
settings.register_profile(
    "short", max_examples=25, deadline=None, derandomize=True, phases=PHASES, suppress_health_check=SLOW_IS_FINE
)
settings.register_profile("long", max_examples=400, deadline=None, phases=PHASES, suppress_health_check=SLOW_IS_FINE)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="full counts, and the tests marked long")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "short")


DATABASE = {"db", "transactional_db"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browser tests come last: they start a server and are the slowest to say anything. Tests that ask for the database
    are marked."""
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
        if DATABASE & set(getattr(item, "fixturenames", ())) or item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.database)
        if item.get_closest_marker("long") and not config.getoption("--long"):
            item.add_marker(pytest.mark.skip(reason="runs with --long"))
    items.sort(key=_place(Counter(item.path for item in items)))


LONG = ("bots/test_bots.py", "laws/test_settled.py", "missions/test_killed.py", "rulebook/test_nonsense.py")
"""Begun last, these files would keep one process busy when all else is done."""


def _place(tests: Mapping[Path, int]) -> Callable[[pytest.Item], int]:
    """tests: how many each file has. A browser's file of one or two plays whole evenings, so it comes before others."""

    def place(item: pytest.Item) -> int:
        if item.get_closest_marker("browser") is not None:
            return tests[item.path]
        return -item.path.as_posix().endswith(LONG)

    return place


WITHOUT = (
    # For each page two more are made ready behind the address bar, where nobody types here.
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    # The browser hears the last list only: what Playwright switches off is said again.
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
FLAGS = ["--no-sandbox", "--disable-gpu", f"--disable-features={WITHOUT}"]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium_path() -> str:
    named = os.environ.get("SORTIE_BROWSER", "")
    return named or next(filter(None, map(shutil.which, NAMES)), "")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The one browser of the run: Playwright's plain interface can be started once in a process."""
    playwright_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: no browser tests")
    path = chromium_path()
    if not path:
        if os.environ.get("SORTIE_REQUIRE_BROWSER") == "1":
            pytest.fail("SORTIE_REQUIRE_BROWSER is set and there is no Chromium")
        pytest.skip("no Chromium here (Debian: apt-get install chromium)")
    with playwright_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    """A real password hash takes a fifth of a second; no test looks at one."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Emptied:
    """As pytest-django has it, but that the shipped rules stay after a transactional test (tests.emptied)."""
    with django_db_blocker.unblock():
        return use()


@pytest.fixture(scope="session")
def emptied(django_db_setup: Emptied) -> Emptied:
    return django_db_setup


@pytest.fixture(autouse=True, scope="session")
def own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What tests leave in the data folder is theirs: not the developer's demo, nor what another process finds."""
    with override_settings(DATA=tmp_path_factory.mktemp("data")):
        yield


@pytest.fixture(autouse=True, scope="session")
def own_names_on_redis() -> Iterator[None]:
    """Test processes side by side have a database each, with the same ids in it; on one Redis they must not mix."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if not worker or not site.REDIS_URL:
        yield
        return
    layers, caches = deepcopy(site.CHANNEL_LAYERS), deepcopy(site.CACHES)
    layers["default"]["CONFIG"]["prefix"] += f"-{worker}"
    caches["default"]["KEY_PREFIX"] += f"-{worker}"
    with override_settings(CHANNEL_LAYERS=layers, CACHES=caches):
        yield
