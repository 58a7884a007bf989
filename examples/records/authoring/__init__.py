"""What the sample records are written from: one module per patient, and the letters beside them."""
