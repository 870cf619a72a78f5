"""Roleplay between the Missions: threads of a campaign, their posts, dice and whispers."""
