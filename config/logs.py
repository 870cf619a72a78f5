"""Keeps the log readable: what only the sender could have done otherwise is one line or none, and a Redis that is
away is a line each time that it is missed."""

from __future__ import annotations

import logging

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http.multipartparser import MultiPartParserError
from redis.exceptions import RedisError

REFUSALS = (409, 422)
"""A command that the rules refuse is play, not trouble."""


class SendersFault(logging.Filter):
    """Drops the line of a refused command, and the traceback of a request that made no sense."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", 0) in REFUSALS:
            return False
        if record.exc_info and isinstance(record.exc_info[1], BadRequest | SuspiciousOperation | MultiPartParserError):
            record.exc_info = None
        return True


class RedisAway(logging.Filter):
    """Takes the traceback from the channel layer's own lines about a Redis that does not answer."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], RedisError | ConnectionError):
            record.msg, record.args = f"{record.getMessage()}: {record.exc_info[1]}", ()
            record.exc_info = None
        return True
