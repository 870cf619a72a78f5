"""Addresses of Missions. Each names the seat that looks or acts: /missions/7/as/ana/."""

from django.urls import path

from . import closing_views, demo_views, hands, pictures_views, recap_views, record_views, rules_views, views
from .prepare import views as prepare

urlpatterns = [
    path("demo/", demo_views.copy, name="demo-copy"),
    path("new/<int:campaign>/", prepare.new, name="mission-new"),
    path("plans/<int:campaign>/<int:plan>/", prepare.plan, name="mission-plan"),
    path("<int:pk>/as/<slug:seat>/again/", prepare.again, name="mission-again"),
    path("<int:pk>/as/<slug:seat>/rehearsed/", prepare.end_rehearsal, name="mission-rehearsed"),
    path("<int:pk>/as/<slug:seat>/", views.mission, name="mission"),
    path("<int:pk>/as/<slug:seat>/command/", views.command, name="mission-command"),
    path("<int:pk>/as/<slug:seat>/ping/", hands.ping, name="mission-ping"),
    path("<int:pk>/as/<slug:seat>/row/<int:row>/", hands.row, name="mission-row"),
    path("<int:pk>/as/<slug:seat>/ahead/", views.ahead, name="mission-ahead"),
    path("<int:pk>/as/<slug:seat>/close/", closing_views.close, name="mission-close"),
    path("<int:pk>/as/<slug:seat>/next/", closing_views.follow, name="mission-next"),
    path("<int:pk>/as/<slug:seat>/enlist/", closing_views.enlist, name="mission-enlist"),
    path("<int:pk>/as/<slug:seat>/rules/", rules_views.page, name="mission-rules"),
    path("<int:pk>/as/<slug:seat>/see/<slug:other>/rules/", rules_views.page, name="mission-see-rules"),
    path("<int:pk>/as/<slug:seat>/rules/<str:name>/", rules_views.entry, name="mission-rule"),
    path("<int:pk>/as/<slug:seat>/recap/", recap_views.page, name="mission-recap"),
    path("<int:pk>/as/<slug:seat>/tonight/", recap_views.tonight, name="mission-tonight"),
    path("<int:pk>/as/<slug:seat>/record/", record_views.page, name="mission-record"),
    path("<int:pk>/as/<slug:seat>/record/json/", record_views.as_json, name="mission-record-json"),
    path("<int:pk>/as/<slug:seat>/see/<slug:other>/record/", record_views.page, name="mission-see-record"),
    path("<int:pk>/as/<slug:seat>/see/<slug:other>/record/json/", record_views.as_json, name="mission-see-record-json"),
    path("<int:pk>/as/<slug:seat>/screen/", views.screen, name="mission-screen"),
    path("<int:pk>/as/<slug:seat>/see/<slug:other>/", views.see, name="mission-see"),
    # What is asked when somebody points at it or opens it, on a GM's look through other eyes as well.
    *(
        path(f"<int:pk>/as/<slug:seat>/{page}{address}", view, name=f"mission-{name}{kind}")
        for page, name in (("", ""), ("see/<slug:other>/", "see-"))
        for address, view, kind in (
            ("march/<str:unit>/<int:x>/<int:y>/", views.march, "march"),
            ("aim/<str:unit>/", views.aim, "aim"),
            ("moves/", views.moves, "moves"),
            ("choices/", views.choices, "choices"),
            ("threat/<str:body>/", views.threat, "threat"),
            ("reach/<str:body>/", views.reach, "reach"),
        )
    ),
    *(
        path(
            f"<int:pk>/as/<slug:seat>/{page}{address}",
            view,
            {"screen": True} if name == "screen-" else {},
            name=f"mission-{name}{kind}",
        )
        for page, name in (("", ""), ("screen/", "screen-"), ("see/<slug:other>/", "see-"))
        for address, view, kind in (
            ("picture/<str:key>/", pictures_views.portrait, "picture"),
            ("tile/<str:name>/", pictures_views.tile, "tile"),
        )
    ),
]
