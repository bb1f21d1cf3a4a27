"""Speed and scale, measured in one run: ``python -m benchmarks`` prints the tables of docs/performance.md."""
