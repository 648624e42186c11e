"""Write what goes to people: ticket drafts, and their forms for a helpdesk."""
