"""Walk through the rooms: one module for each thing a person asks for."""
