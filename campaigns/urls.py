"""The site's own pages: home, campaigns, links."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
