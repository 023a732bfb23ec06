import type { WordQuery } from '../../ports/candidates.ts';
import { createVocabulary, type Vocabulary } from '../postings/vocabulary.ts';
import { wordsKey, type Candidates } from './needs.ts';

/** The site's words, read from the search engine as they are needed. */
export function engineVocabulary({ gathered, needs }: Candidates): Vocabulary {
  /** The words of a query, looked through as those of the whole site would be. */
  const among = (query: WordQuery): Vocabulary => {
    const own = createVocabulary();
    const words = gathered.words.get(wordsKey(query));
    if (words === undefined && query.text !== '') needs.words.set(wordsKey(query), query);
    for (const word of words ?? []) own.add(word);
    return own;
  };
  return {
    ...createVocabulary(),
    completions: (text) => among({ kind: 'completions', text, count: MOST_WORDS }).completions(text),
    similar: (text) => among({ kind: 'similar', text, count: MOST_SIMILAR }).similar(text),
    containing: (text) => among({ kind: 'containing', text, count: MOST_WORDS }).containing(text),
  };
}

/** As many as a vocabulary in memory gives, see `vocabulary.ts`; similar ones are a superset. */
const MOST_WORDS = 200;
const MOST_SIMILAR = 1_000;
