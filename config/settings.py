"""Settings, all in one module; every switch is an environment variable and none is needed.

SORTIE_DATA   folder of the database, uploads and the secret key (default: data)
DATABASE_URL  postgres://user@host/name instead of the SQLite file in SORTIE_DATA
REDIS_URL     redis://host:6379/0; needed as soon as there is more than one worker
PUBLIC_URL    the address people type, when it is not this machine's own
SORTIE_HOSTS  further host names to answer to, separated by commas
SORTIE_STAFF_SECOND_FACTOR whether the admin asks staff for a second factor (default: where
              PUBLIC_URL is https)
SORTIE_ORIGINS further origins, each in full (http://192.168.1.5:8000), from which a page
              of ours may send and open sockets
WEB_CONCURRENCY number of worker processes that the server was started with
DEBUG, LOG_LEVEL, EMAIL_URL, DEFAULT_FROM_EMAIL, SECRET_KEY as usual
"""

import os
import secrets
import sqlite3
import tempfile
import warnings
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA = Path(env.str("SORTIE_DATA", default=str(BASE_DIR / "data"))).resolve()
DATA.mkdir(mode=0o700, parents=True, exist_ok=True)

DEBUG = env.bool("DEBUG", default=False)
WORKERS = env.int("WEB_CONCURRENCY", default=1)
REDIS_URL = env.str("REDIS_URL", default="")
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
HTTPS = PUBLIC_URL.startswith("https://")


def secret_key(path: Path) -> str:
    """The key in ``path``, made there on first use.

    The file appears with its whole content at once, so that workers which start together
    cannot read half a key or make two.
    """
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-")
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(draft)
    return path.read_text().strip()


SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(DATA / "secret-key.txt")

# Hosts and origins ---------------------------------------------------------------------

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *env.list("SORTIE_HOSTS", default=[])]
#: Origins beyond the request's own, each in full; sockets (config.origins) and forms share it.
CSRF_TRUSTED_ORIGINS = env.list("SORTIE_ORIGINS", default=[])
if PUBLIC_URL:
    _public = urlsplit(PUBLIC_URL)
    ALLOWED_HOSTS.append(_public.hostname or "")
    CSRF_TRUSTED_ORIGINS.append(f"{_public.scheme}://{_public.netloc}")

# Apps ----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "config.apps.SiteConfig",
    "missions",
    "characters",
    "campaigns.library",
    "campaigns",
    "tactics.rulebook",
    "channels",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "import_export",
    "simple_history",
    "config.apps.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "campaigns.help.context.help_for",
            ],
        },
    }
]
# Our own templates override those of the admin's form widgets too.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
INSTALLED_APPS.append("django.forms")

# Database ------------------------------------------------------------------------------


def wal_is_safe(version: tuple[int, ...]) -> bool:
    """True where SQLite has the fix of the WAL-reset bug, which could corrupt a database."""
    return version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51) or ((3, 44, 6) <= version < (3, 45))


SQLITE_JOURNAL = "wal" if wal_is_safe(sqlite3.sqlite_version_info) else "truncate"
# Several test runs may go on at once in one checkout: each has its own database.
_test_name = f"sortie_test_{os.getpid()}"

if env.str("DATABASE_URL", default=""):
    DATABASES = {"default": env.db("DATABASE_URL")}
    DATABASES["default"].update(
        # The pool keeps connections open; persistent ones would leak with ASGI's threads.
        CONN_MAX_AGE=0,
        CONN_HEALTH_CHECKS=True,
        TEST={"NAME": _test_name},
    )
    DATABASES["default"]["OPTIONS"] = {
        "pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=8), "timeout": 10},
        "options": "-c lock_timeout=5000 -c statement_timeout=30000",
    }
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA / "sortie.sqlite3",
            "OPTIONS": {
                "timeout": 20,
                # A transaction that reads first and writes later would else fail at once
                # when another one wrote in between.
                "transaction_mode": "IMMEDIATE",
                "init_command": (
                    f"PRAGMA journal_mode={SQLITE_JOURNAL};PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;"
                ),
            },
            # A file, not memory: in memory, threads lock each other's tables.
            "TEST": {"NAME": str(Path(tempfile.gettempdir()) / f"{_test_name}.sqlite3")},
        }
    }

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Channels and cache --------------------------------------------------------------------

#: Separates several sites, or test runs, on one Redis.
REDIS_PREFIX = env.str("REDIS_PREFIX", default="sortie")

if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            # The other Redis layer does not come back from a Redis that restarted empty.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": REDIS_PREFIX},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "config.cache.SturdyRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# People --------------------------------------------------------------------------------

AUTH_USER_MODEL = "campaigns.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "campaigns.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "username"

#: A site that the world can reach asks it of those who may change everybody's rules.
STAFF_SECOND_FACTOR = env.bool("SORTIE_STAFF_SECOND_FACTOR", default=HTTPS)
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = f"Sortie {urlsplit(PUBLIC_URL).hostname}" if PUBLIC_URL else "Sortie"
MFA_TOTP_TOLERANCE = 1  # steps of 30 s to either side: phones and home servers are seldom in time
MFA_ALLOW_UNVERIFIED_EMAIL = True  # most sites have no mail server to verify one with

# A home server seldom has a mail server; what would be sent then goes to the server's output.
_email = env.email_url("EMAIL_URL", default="consolemail://")
globals().update(_email)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="sortie@localhost")
ACCOUNT_EMAIL_VERIFICATION = "optional" if env.str("EMAIL_URL", default="") else "none"

SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
# Cookies know no ports: with one name, the demo and a real site on this machine would throw
# each other's people out.
_jar = "sortie" if not env.str("SORTIE_COOKIES", default="") else env.str("SORTIE_COOKIES")
SESSION_COOKIE_NAME = f"__Host-{_jar}-session" if HTTPS else f"{_jar}-session"
CSRF_COOKIE_NAME = f"__Host-{_jar}-csrf" if HTTPS else f"{_jar}-csrf"

# Safety of the transport ---------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
# An invitation's address is a key; no other site may read it in a Referer header.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Whether other names of a domain speak HTTPS is for the owner of the domain to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "report-uri": "/csp-report/",
    }
}

# Limits --------------------------------------------------------------------------------

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 5

# Files ---------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # whitenoise looks there and complains when it is missing
MEDIA_ROOT = DATA / "media"
# The site serves its own files straight from the apps: nothing to collect, nothing to forget.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Django reads a file's response in a thread and warns that it does; our files are small.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")

# Words ---------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("TZ", default="UTC") or "UTC"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {
        "senders_fault": {"()": "config.logs.SendersFault"},
        "redis_away": {"()": "config.logs.RedisAway"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["senders_fault", "redis_away"]},
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {"django": {"level": "WARNING"}},
}
