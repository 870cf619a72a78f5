"""Addresses of the site."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from . import views

urlpatterns = [
    path("", include("campaigns.urls")),
    path("", include("characters.urls")),
    path("", include("campaigns.library.urls")),
    path("campaigns/", include("missions.map_urls")),
    path("campaigns/", include("missions.transfer.urls")),
    path("missions/", include("missions.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    # Browsers ask for it on pages that name no icon, such as plain text.
    path("favicon.ico", RedirectView.as_view(url=static("css/sortie.svg"))),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("csp-report/", views.csp_report, name="csp-report"),
]
