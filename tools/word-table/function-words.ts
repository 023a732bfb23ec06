import { text } from 'node:stream/consumers';
import process from 'node:process';
import { isGrammarWord } from '../../server/text/word-lists/grammar-words.ts';
import { stopWords } from '../../server/text/word-lists/stop-words.ts';

/** Of the words on standard input, a line each, prints those that are function words for the service: they say nothing of a subject. */
const words = (await text(process.stdin)).split('\n');
const languages = ['fr', 'de', 'es', 'pt', 'ru'];
const found = words.filter(
  (word) => stopWords.has(word) || languages.some((language) => isGrammarWord(word, language)),
);
process.stdout.write(found.join('\n'));
