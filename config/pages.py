"""Pages by Django. A command is worked on from its first middleware to its last in one thread, in one go.

Django's own way under ASGI goes to another thread and back for each middleware that is written for one, twenty times
for each request; that cost more than the command itself. The middlewares are the same, in the same order.
"""

from __future__ import annotations

from contextvars import copy_context

from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from campaigns import workers
from missions import writer

COMMANDS = "/command/"
"""What the addresses end with to which commands are sent (missions.urls)."""


class Pages(ASGIHandler):
    """As `django.core.asgi.get_asgi_application` makes it, but for commands."""

    def __init__(self) -> None:
        super().__init__()
        self._at_once = BaseHandler()
        self._at_once.load_middleware()

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST" or not request.path_info.endswith(COMMANDS):
            return await super().get_response_async(request)
        workers.remember_loop()
        # In a context of its own: what a request sets (its language) ends with it. The thread is the one that decides
        # commands, whose connection to the database is open already.
        response: HttpResponseBase = await writer.write.run(copy_context().run, self._at_once.get_response, request)
        return response
