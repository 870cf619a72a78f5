"""Addresses that belong to no app: health, reports of the content policy, error pages."""

from __future__ import annotations

import json
import logging

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

log = logging.getLogger("csp")

REPORTS = "csp-reports"
REPORT_BYTES = 16 * 1024
#: Beyond this many, reports are counted and no longer written down.
REPORTS_LOGGED = 500


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """The database answers too; 503 when it does not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logging.getLogger("health").exception("the database does not answer")
        return HttpResponse("database\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


@csrf_exempt  # browsers send reports by themselves, without a token
@require_http_methods(["GET", "HEAD", "POST"])
def csp_report(request: HttpRequest) -> HttpResponse:
    """POST logs what a browser refused to run; GET tells how many there were (tests ask)."""
    cache.add(REPORTS, 0, timeout=None)
    if request.method != "POST":
        return JsonResponse({"reports": cache.get(REPORTS, 0)})
    count = cache.incr(REPORTS)
    if count <= REPORTS_LOGGED:
        try:
            body = json.loads(request.read(REPORT_BYTES))
            report = body.get("csp-report", body)
            words = {
                name: str(report.get(name, ""))[:300]
                for name in ("document-uri", "violated-directive", "blocked-uri", "source-file")
            }
        except (ValueError, AttributeError):
            words = {"unreadable": "true"}
        log.warning("refused by a browser: %s", json.dumps(words))
    return HttpResponse(status=204)
