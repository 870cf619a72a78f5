"""Addresses of sockets."""

from django.urls import path

from .watch import campaign_socket

websocket_urlpatterns = [
    path("ws/campaigns/<int:campaign_id>/as/<slug:seat>/<slug:post>/", campaign_socket),  # type: ignore[arg-type]
]
