"""Make the HTML pages. Each page is a function from data to markup."""
