"""Addresses of characters, below their campaign's."""

from django.urls import path

from . import views

urlpatterns = [path("campaigns/<int:pk>/characters/<int:number>/", views.character, name="character")]
