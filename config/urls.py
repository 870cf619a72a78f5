"""Addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from . import views

urlpatterns = [
    path("", include("campaigns.urls")),
    path("missions/", include("missions.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("csp-report/", views.csp_report, name="csp-report"),
]
