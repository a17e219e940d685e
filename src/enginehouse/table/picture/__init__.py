"""What a viewer is shown of a table: pictures, patches, previews, reasons."""
