"""The server's entry: pages by Django, sockets by missions and campaigns."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django.setup(set_prefix=False)  # loads the apps: what follows imports them

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

from campaigns.routing import websocket_urlpatterns as of_campaigns
from config.checks import refuse_to_start
from config.gate import Gate
from config.origins import App, OriginCheck, Receive, Scope, Send
from config.pages import Pages
from missions.live.routing import websocket_urlpatterns as of_missions

refuse_to_start()


async def nothing_here(scope: Scope, receive: Receive, send: Send) -> None:
    """An unknown address answers as a forbidden one does, and tells htmx not to come back."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": 4404})


def past_sessions(app: App) -> App:
    """Lets frames go past the session's middleware, which asks at each one whether a cookie is to be set: no frame
    can set any."""

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, "send_frame": send}, receive, send)

    return inner


sockets = URLRouter(
    [*of_missions, *of_campaigns, re_path(r"", nothing_here)]  # type: ignore[arg-type]
)
application = ProtocolTypeRouter(
    {"http": Gate(Pages()), "websocket": OriginCheck(past_sessions(AuthMiddlewareStack(sockets)))}
)
