"""What is compiled: small functions over numbers and arrays, without objects, text or money."""
