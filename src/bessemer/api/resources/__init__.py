"""What each path does: from a request to a use case to a reply."""
