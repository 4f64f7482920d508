"""The school at a terminal: a desk with questions and answers, the table drawn in lines, and reports."""
