from django.db import migrations


def level_of_the_sheet(apps, schema_editor):
    """Sheets that came with a level kept it beside the character's own; the sheet's is the one that was played."""
    Character = apps.get_model("characters", "Character")
    for one in Character.objects.only("pk", "sheet", "level").iterator():
        level = one.sheet.get("level") if isinstance(one.sheet, dict) else None
        if isinstance(level, int) and 1 <= level <= 999 and level != one.level:
            Character.objects.filter(pk=one.pk).update(level=level)


class Migration(migrations.Migration):

    dependencies = [
        ("characters", "0007_waiting_levels"),
    ]

    operations = [
        migrations.RunPython(level_of_the_sheet, migrations.RunPython.noop),
    ]
