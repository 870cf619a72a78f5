"""The site's own pages: home, campaigns, links."""

from django.urls import path

from . import views

urlpatterns = [
    path("", views.home, name="home"),
    path("first-run/", views.first_run, name="first-run"),
    path("keep/", views.keep, name="keep"),
    path("join/<str:token>/", views.join, name="join"),
    path("campaigns/new/", views.create, name="campaign-new"),
    path("campaigns/<int:pk>/", views.campaign, name="campaign"),
    path("campaigns/<int:pk>/invite/", views.invite, name="campaign-invite"),
    path("campaigns/<int:pk>/links/<int:invitation_pk>/", views.revoke, name="campaign-revoke"),
    path("campaigns/<int:pk>/members/<slug:key>/", views.change_member, name="campaign-member"),
]
