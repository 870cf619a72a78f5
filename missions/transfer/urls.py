"""Addresses of campaign files."""

from django.urls import path

from . import views

urlpatterns = [
    path("bring/", views.bring_in, name="campaign-bring"),
    path("<int:pk>/file/", views.export, name="campaign-file"),
]
