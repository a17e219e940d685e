"""The pages, as functions from what they show to markup."""
