"""The content policy: strict on every page, and what browsers report is counted."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/first-run/", "/accounts/login/", "/accounts/signup/", "/nope/", "/admin/login/"]
)
def test_policy_is_strict(client, path):
    policy = client.get(path)["Content-Security-Policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts == {
        "default-src": "'self'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data: blob:",
        "connect-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "report-uri": "/csp-report/",
    }


@pytest.mark.parametrize(
    "body",
    [
        json.dumps({"csp-report": {"document-uri": "http://x/", "blocked-uri": "inline"}}),
        "[]", "{", "\x00", "9" * 100_000, json.dumps({"csp-report": [1]}),
    ],
)  # fmt: skip
def test_reports_are_counted_whatever_they_hold(client, body):
    assert client.post("/csp-report/", body, "application/csp-report").status_code == 204
    assert client.get("/csp-report/").json() == {"reports": 1}
