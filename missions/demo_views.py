"""The demo copied into somebody's own account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.models import User
from campaigns.once import once
from campaigns.services import Refused

from . import demo


@require_POST
@login_required
@once
def copy(request: HttpRequest) -> HttpResponse:
    """A campaign of one's own with everything that the demo has. Guests make theirs an account first."""
    assert isinstance(request.user, User)
    ruleset = request.POST.get("ruleset", "")
    if ruleset not in demo.available():
        raise Http404
    if request.user.is_guest:
        return redirect("keep")
    try:
        mission = demo.copy(request.user, ruleset)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("home")
    messages.success(
        request, _("This is your own copy. Open the Mission, or send a link to one of the seats under People.")
    )
    return redirect("campaign", mission.campaign_id)
