"""Settings of the practice table (tests/ui/practice.py): the site's policy and templates, without its apps."""

import os
import tempfile

os.environ.setdefault("SORTIE_DATA", os.path.join(tempfile.gettempdir(), "sortie-practice"))

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.ui.practice"
ASGI_APPLICATION = "tests.ui.practice.application"
INSTALLED_APPS = ["channels", "django_htmx", "csp", "whitenoise.runserver_nostatic", "django.contrib.staticfiles"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],  # noqa: F405
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
            ]
        },
    }
]
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"
WHITENOISE_AUTOREFRESH = True
