"""Addresses of a campaign's library, below the campaign's."""

from django.urls import path

from . import views

urlpatterns = [
    path("campaigns/<int:pk>/library/", views.library, name="library"),
    path("campaigns/<int:pk>/library/take/", views.take, name="library-take"),
    path("campaigns/<int:pk>/library/<slug:section>/new/", views.new, name="library-new"),
    path("campaigns/<int:pk>/library/<slug:section>/<str:key>/", views.entry, name="library-entry"),
]
