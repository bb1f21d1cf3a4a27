"""What a page, the command or a script calls: open a graph, queries, commands, reports."""
