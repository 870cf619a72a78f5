"""A character's number within its campaign. Those of before keep the number that units already name them by."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def keep(apps: Any, _schema: Any) -> None:
    apps.get_model("characters", "Character").objects.update(number=models.F("pk"))


class Migration(migrations.Migration):
    dependencies = [("characters", "0002_ledger")]

    operations = [
        migrations.AddField(
            "character", "number", models.PositiveIntegerField("number", editable=False, null=True)
        ),
        migrations.RunPython(keep, migrations.RunPython.noop),
        migrations.AlterField("character", "number", models.PositiveIntegerField("number", editable=False)),
        migrations.AddConstraint(
            "character",
            models.UniqueConstraint(fields=("campaign", "number"), name="one_character_per_number"),
        ),
    ]
