-- Touches the corpus: whether it can be read, and how long that takes.
SELECT value FROM corpus_info WHERE key = 'revision'
