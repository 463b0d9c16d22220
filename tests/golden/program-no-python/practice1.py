Here is my program, it shows attention on (three inputs
