"""Addresses of sockets."""

from django.urls import path

from missions.live.consumers import mission_socket

websocket_urlpatterns = [
    path("ws/missions/<int:mission_id>/as/<slug:seat>/", mission_socket),  # type: ignore[arg-type]
    path("ws/missions/<int:mission_id>/as/<slug:seat>/see/<slug:see>/", mission_socket),  # type: ignore[arg-type]
]
