"""The site's own pages: home, campaigns, links."""

from django.urls import path

from . import table_views as table
from . import views
from .handouts import views as handouts
from .help import views as help_views
from .threads import views as threads

urlpatterns = [
    path("", views.home, name="home"),
    path("help/", help_views.index, name="help-index"),
    path("help/<slug:key>/", help_views.page, name="help"),
    path("first-run/", views.first_run, name="first-run"),
    path("keep/", views.keep, name="keep"),
    path("join/<str:token>/", table.join, name="join"),
    path("campaigns/new/", views.create, name="campaign-new"),
    path("campaigns/<int:pk>/", views.campaign, name="campaign"),
    path("campaigns/<int:pk>/settings/", table.manage, name="campaign-settings"),
    path("campaigns/<int:pk>/invite/", table.invite, name="campaign-invite"),
    path("campaigns/<int:pk>/links/<int:invitation_pk>/", table.link, name="campaign-revoke"),
    path("campaigns/<int:pk>/members/<slug:key>/", table.change_member, name="campaign-member"),
    path("campaigns/<int:pk>/seat/<slug:key>/", table.own_seat, name="campaign-seat"),
    path("campaigns/<int:pk>/handouts/", handouts.overview, name="handouts"),
    path("campaigns/<int:pk>/handouts/<str:key>/", handouts.handout, name="handout"),
    path("campaigns/<int:pk>/handouts/<str:key>/picture/", handouts.picture, name="handout-picture"),
    path("campaigns/<int:pk>/threads/", threads.overview, name="threads"),
    path("campaigns/<int:pk>/threads/<int:thread_pk>/", threads.thread, name="thread"),
    path("campaigns/<int:pk>/threads/<int:thread_pk>/newer/", threads.newer, name="thread-newer"),
    path("campaigns/<int:pk>/threads/<int:thread_pk>/posts/<int:message_pk>/", threads.change, name="thread-post"),
]
