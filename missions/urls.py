"""Addresses of Missions. Each names the seat that looks or acts: /missions/7/as/ana/."""

urlpatterns = []
