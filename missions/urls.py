"""Addresses of Missions. Each names the seat that looks or acts: /missions/7/as/ana/."""

from django.urls import path

from . import views

urlpatterns = [
    path("<int:pk>/as/<slug:seat>/", views.mission, name="mission"),
    path("<int:pk>/as/<slug:seat>/command/", views.command, name="mission-command"),
    path("<int:pk>/as/<slug:seat>/see/<slug:other>/", views.see, name="mission-see"),
    path("<int:pk>/as/<slug:seat>/threat/<str:body>/", views.threat, name="mission-threat"),
    path("<int:pk>/as/<slug:seat>/see/<slug:other>/threat/<str:body>/", views.threat, name="mission-see-threat"),
    path("<int:pk>/as/<slug:seat>/picture/<str:key>/", views.picture, name="mission-picture"),
    path(
        "<int:pk>/as/<slug:seat>/see/<slug:other>/picture/<str:key>/",
        views.picture,
        name="mission-see-picture",
    ),
]
