"""Which versions Missions have gone on under, so far told by their logs alone."""

import re

import django.db.models.deletion
from django.db import migrations, models

ADOPTED = re.compile(r'"rules":"([0-9a-f]{64})"')


def from_the_logs(apps, schema_editor):
    Adoption = apps.get_model('missions', 'Adoption')
    LogEntry = apps.get_model('missions', 'LogEntry')
    Version = apps.get_model('rulebook', 'Version')
    versions = dict(Version.objects.values_list('hash', 'pk'))
    rows = LogEntry.objects.filter(events__contains='"RulesAdopted"').order_by('mission', 'seq')
    for mission, events in rows.values_list('mission', 'events'):
        for hash in ADOPTED.findall(events):
            Adoption.objects.filter(mission_id=mission, version_id=versions.get(hash)).delete()
            if hash in versions:
                Adoption.objects.create(mission_id=mission, version_id=versions[hash])


class Migration(migrations.Migration):

    dependencies = [
        ('missions', '0005_plans'),
        ('rulebook', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Adoption',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mission', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adoptions', to='missions.mission')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adoptions', to='rulebook.version')),
            ],
            options={
                'verbose_name': 'adopted version',
                'verbose_name_plural': 'adopted versions',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('mission', 'version'), name='one_adoption_per_version')],
            },
        ),
        migrations.RunPython(from_the_logs, migrations.RunPython.noop),
    ]
