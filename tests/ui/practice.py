"""A practice table: the real page, fragments and scripts over a hand-made Mission, with no rules behind it.

    uvicorn tests.ui.practice:application --port 8123
    http://127.0.0.1:8123/missions/1/as/ann/     (also ben, gil the GM, sam)

Commands do the least that a page can notice: a move moves, End turn ends, chat is written, `Refuse me` as
chat is refused. GET /practice/reset/ lays everything back; /practice/reports/ lists what the policy reported.
"""
# ruff: noqa: E402  (Django wants its settings before anything else is imported)

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.ui.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()

import msgspec
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from missions.live import fragments, gm, swaps
from missions.live.shown import Parts, digest
from tactics.kernel.view import LogLine, MissionView
from tests.ui import fixtures

replace = msgspec.structs.replace


class Table:
    """What has changed since the fixture."""

    def __init__(self) -> None:
        self.places: dict[str, tuple[int, int]] = {}
        self.lines: list[LogLine] = []
        self.ended = 0
        self.answered: set[str] = set()
        self.keys: dict[str, tuple[int, str]] = {}
        self.commands: list[dict[str, Any]] = []
        self.reports: list[str] = []
        self.big = False
        self.slow = 0.0

    def view(self, seat: str) -> MissionView:
        if self.big:
            return fixtures.big()
        view = fixtures.view(seat)
        tokens = tuple(
            replace(t, x=self.places[t.key][0], y=self.places[t.key][1]) if t.key in self.places else t
            for t in view.tokens
        )
        prompts = tuple(p for p in view.prompts if p.key not in self.answered)
        view = replace(view, tokens=tokens, prompts=prompts)
        if self.ended % 2:
            order = tuple(
                replace(row, state={"mara": "acted", "goblins": "acting"}.get(row.unit, "waiting"))
                for row in view.order
            )
            tokens = tuple(replace(t, active=t.unit == "goblins") for t in tokens)
            view = replace(
                view,
                turn="goblins",
                waiting="Goblins' turn",
                options=(),
                reach=(),
                end_turn=None,
                can_take_back=False,
                order=order,
                tokens=tokens,
            )
        elif self.places and view.reach:
            view = replace(view, reach=())
        return view

    def shown(self, seat: str) -> Parts:
        return fragments.parts(self.view(seat), [*fixtures.lines(seat), *self.lines])

    def do(self, seat: str, command: dict[str, Any]) -> tuple[int, str]:
        what, args = command["do"], command["args"]
        self.commands.append({"seat": seat, **command})
        if what == "move":
            body, way = args["unit"], [c for leg in args.get("legs", []) for c in leg]
            for member, steps in args.get("paths", {}).items():
                body, way = member, steps
            self.places[body] = tuple(way[-1])
            self.say("move", f"{body} moves.", record={"body": body, "path": [list(fixtures.PEOPLE[body][4]), *way]})
        elif what == "place":
            self.places[args["body"]] = tuple(args["at"])
        elif what == "end_turn":
            self.ended += 1
            self.say("system", "The turn ends.")
        elif what == "answer":
            self.answered.add(args["prompt"])
        elif what in ("chat", "talk"):
            if args["text"] == "Refuse me":
                return 422, "That cannot be said."
            self.say(what, f"{seat}: {args['text']}")
        else:
            self.say("gm", f"{what} {json.dumps(args, sort_keys=True)}")
        return 200, ""

    def say(self, kind: str, text: str, **more: Any) -> None:
        self.lines.append(LogLine(f"n{len(self.lines)}", 100 + len(self.lines), kind, text, **more))


TABLE = Table()
SOCKETS: set[Live] = set()


class Live(AsyncWebsocketConsumer):
    """The socket of one page: hello and ping up, differences down."""

    async def connect(self) -> None:
        self.seat = self.scope["url_route"]["kwargs"]["seat"]
        self.sent = None
        await self.accept()
        SOCKETS.add(self)

    async def disconnect(self, code: int) -> None:
        SOCKETS.discard(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        message = json.loads(text_data or "{}")
        if message["t"] == "ping":
            await self.send(json.dumps({"pong": 1}))
            return
        shown = TABLE.shown(self.seat)
        self.sent = shown
        v = digest(shown)
        if message.get("v") == v:
            await self.send(json.dumps({"v": v, "same": True}))
        else:
            await self.push(swaps.snapshot(shown), v, True)

    async def push(self, content: str, v: str, snap: bool, say: str = "") -> None:
        await self.send(json.dumps({"v": v, "swap": "none", "snap": snap, "say": say, "content": content}))


async def tell(say: str = "") -> None:
    for socket in list(SOCKETS):
        new = TABLE.shown(socket.seat)
        old, socket.sent = socket.sent, new
        if old is not None:
            with contextlib.suppress(OSError):  # it has just gone
                await socket.push(swaps.difference(old, new), digest(new), False, say)


def page(request: HttpRequest, seat: str) -> HttpResponse:
    view, shown = TABLE.view(seat), TABLE.shown(seat)
    urls = {
        "command": f"/missions/1/as/{seat}/command/",
        "socket": f"/ws/missions/1/as/{seat}/",
    }
    context = {
        "view": view,
        "parts": shown,
        "v": digest(shown),
        "urls": urls,
        "seat": seat,
        "csrf": get_token(request),
        "menu": gm.MENU,
        "can": {*gm.NEEDS.values(), "lay:effectiveness", "lay:soak", "lay:impression"},
        "shapes": gm.SHAPES,
    }
    return render(request, "missions/mission.html", context)


async def command(request: HttpRequest, seat: str) -> HttpResponse:
    post = request.POST
    await asyncio.sleep(TABLE.slow)
    key = post["key"]
    if key not in TABLE.keys:
        wish = {"do": post["do"], "basis": post["basis"], "args": json.loads(post["args"] or "{}")}
        TABLE.keys[key] = TABLE.do(seat, wish)
        asyncio.get_running_loop().create_task(tell())
    status, text = TABLE.keys[key]
    return render(request, "missions/_error.html", {"text": text}, status=status)


async def practice(request: HttpRequest, what: str) -> HttpResponse:
    """Levers for the tests."""
    if what == "reset":
        TABLE.__init__()
    elif what == "big":
        TABLE.big = True
    elif what == "slow":
        TABLE.slow = 0.5
    elif what == "push":
        TABLE.say("system", request.GET.get("text", "Something happened."))
    elif what == "cut":
        for socket in list(SOCKETS):
            await socket.close(int(request.GET.get("code", 1012)))
    elif what == "commands":
        return JsonResponse(TABLE.commands, safe=False)
    elif what == "reports":
        return JsonResponse(TABLE.reports, safe=False)
    if what in ("reset", "push"):
        await tell(request.GET.get("say", ""))
    return JsonResponse({})


@csrf_exempt
def report(request: HttpRequest) -> HttpResponse:
    TABLE.reports.append(request.body.decode())
    return HttpResponse(status=204)


urlpatterns = [
    path("missions/1/as/<str:seat>/", page),
    path("missions/1/as/<str:seat>/command/", command),
    path("missions/1/as/<str:seat>/threat/<str:body>/", lambda request, seat, body: JsonResponse({})),
    path("practice/<str:what>/", practice),
    path("csp-report/", report),
]

application = ProtocolTypeRouter(
    {"http": http, "websocket": URLRouter([path("ws/missions/1/as/<str:seat>/", Live.as_asgi())])}
)
