"""Make everything that a viewer sees of a table: pictures, patches, previews and explanations."""
