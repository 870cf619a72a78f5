"""Pictures know the SHA-256 of their bytes."""

import hashlib

from django.db import migrations, models


def fill(apps, schema_editor):
    for picture in apps.get_model("missions", "Picture").objects.all():
        picture.digest = hashlib.sha256(bytes(picture.data)).hexdigest()
        picture.save(update_fields=["digest"])


class Migration(migrations.Migration):
    dependencies = [("missions", "0001_initial")]

    operations = [
        migrations.AddField("picture", "digest", models.CharField(default="", editable=False, max_length=64), False),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
