import type { WordQuery } from '../../ports/candidates.ts';
import { createVocabulary, type Vocabulary } from '../postings/vocabulary.ts';
import { wordsKey, type Candidates } from './needs.ts';

/** The vocabulary of the site, read from the search engine on demand. */
export function engineVocabulary({ gathered, needs }: Candidates): Vocabulary {
  /** A vocabulary of the words read for a query, which behaves like that of the whole site. */
  const among = (query: WordQuery): Vocabulary => {
    const own = createVocabulary();
    const words = gathered.words.get(wordsKey(query));
    if (words === undefined && query.text !== '') needs.words.set(wordsKey(query), query);
    for (const word of words ?? []) own.add(word);
    return own;
  };
  return {
    ...createVocabulary(),
    completions: (text) => among({ kind: 'completions', text, count: MAX_WORDS }).completions(text),
    similar: (text) => among({ kind: 'similar', text, count: MAX_SIMILAR }).similar(text),
    containing: (text) => among({ kind: 'containing', text, count: MAX_WORDS }).containing(text),
  };
}

/** The limit of a vocabulary in memory, see `vocabulary.ts`; similar words are a superset. */
const MAX_WORDS = 200;
const MAX_SIMILAR = 1_000;
