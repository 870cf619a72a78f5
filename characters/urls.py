"""Addresses of characters and mob templates, below their campaign's."""

from django.urls import path

from . import mob_views, offer_views, portrait_views, roster_views, views

urlpatterns = [
    path("campaigns/<int:pk>/characters/new/", views.new, name="character-new"),
    path("campaigns/<int:pk>/characters/choose/", offer_views.choose, name="character-choose"),
    path("campaigns/<int:pk>/characters/<int:number>/free/", offer_views.free, name="character-free"),
    path("campaigns/<int:pk>/characters/<int:number>/", views.character, name="character"),
    path("campaigns/<int:pk>/characters/<int:number>/edit/", views.edit, name="character-edit"),
    path("campaigns/<int:pk>/characters/<int:number>/change/", views.change, name="character-change"),
    path("campaigns/<int:pk>/characters/<int:number>/portrait/", portrait_views.character, name="character-portrait"),
    path("campaigns/<int:pk>/mobs/<int:mob>/portrait/", portrait_views.mob, name="mob-portrait"),
    path("campaigns/<int:pk>/roster/", roster_views.page, name="roster"),
    path("campaigns/<int:pk>/roster/<slug:form>/", roster_views.export, name="roster-export"),
    path("campaigns/<int:pk>/mobs/new/", mob_views.new, name="mob-new"),
    path("campaigns/<int:pk>/mobs/<int:mob>/", mob_views.mob, name="mob"),
    path("campaigns/<int:pk>/mobs/<int:mob>/change/", mob_views.change, name="mob-change"),
]
