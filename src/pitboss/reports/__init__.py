"""What people take away on paper and on screen: strategy charts, par sheets, plots of results.

Everything here takes plain figures and returns text or bytes; no file is written, and the same figures always
give the same bytes.
"""
