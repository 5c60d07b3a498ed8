"""What is read out of a machine's report before any rule is applied, a file for each subject."""
