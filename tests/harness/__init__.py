"""What tests and scripts try the program with: simulated floors, an inspector of logs, every draw of small shoes."""
