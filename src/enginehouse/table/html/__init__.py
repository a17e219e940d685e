"""Make the pages: functions from data to markup."""
