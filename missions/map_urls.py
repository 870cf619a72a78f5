"""Addresses of a campaign's maps."""

from django.urls import path

from . import map_edit_views as edits
from . import map_shelf_views as shelf
from . import map_views as views

urlpatterns = [
    path("<int:pk>/maps/new/", views.bring, name="map-bring"),
    path("<int:pk>/maps/new/<slug:token>/", views.look, name="map-look"),
    path("<int:pk>/maps/new/<slug:token>/picture/", views.look_picture, name="map-look-picture"),
    path("<int:pk>/maps/shelf/", shelf.shelf, name="map-shelf"),
    path("<int:pk>/maps/empty/", edits.empty, name="map-empty"),
    path("<int:pk>/maps/<int:map_pk>/edit/", edits.page, name="map-edit"),
    path("<int:pk>/maps/<int:map_pk>/edits/", edits.edits, name="map-edits"),
    path("<int:pk>/maps/<int:map_pk>/size/", edits.size, name="map-size"),
    path("<int:pk>/maps/<int:map_pk>/lay/", edits.lay, name="map-lay"),
    path("<int:pk>/maps/<int:map_pk>/", views.page, name="map"),
    path("<int:pk>/maps/<int:map_pk>/picture/", views.picture, name="map-picture"),
    path("<int:pk>/maps/<int:map_pk>/change/", views.change, name="map-change"),
]
