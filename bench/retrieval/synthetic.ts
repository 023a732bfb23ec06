import type { ArticleChunks, IndexChunk } from '../../server/ports/search-index.ts';

/** Chunks of an article of the made-up site. */
const CHUNKS_AN_ARTICLE = 10;

/**
 * A made-up site of `chunks` chunks of about 400 characters, one half Chinese and one half English, with words
 * drawn as rarely and as often as in real text (Zipf). The same seed gives the same site.
 */
export function* syntheticArticles(chunks: number, seed = 1): Generator<ArticleChunks> {
  const random = createRandom(seed);
  for (let number = 0; number * CHUNKS_AN_ARTICLE < chunks; number++) {
    yield syntheticArticle(`article-${number}`, random, CHUNKS_AN_ARTICLE);
  }
}

export function syntheticArticle(articleId: string, random: () => number, size: number): ArticleChunks {
  const write = random() < 0.5 ? chineseText : englishText;
  const title = write(random, 16);
  const chunks = Array.from({ length: size }, (_, index): IndexChunk => ({
    id: `${articleId}#${index}`,
    articleId,
    title,
    headingPath: [write(random, 10)],
    tags: [],
    text: write(random, 400),
  }));
  return { articleId, chunks };
}

/** Questions of a dozen words in the words of the site. */
export function syntheticQuestions(count: number, seed = 99): string[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? `怎么${chineseText(random, 18)}？` : `How do I ${englishText(random, 50)}?`,
  );
}

/** A unit vector around one of fifty centres, as embeddings of related texts lie. */
export function syntheticVector(dimensions: number, random: () => number): Float32Array {
  const centre = createRandom(1000 + Math.floor(random() * 50));
  return Float32Array.from({ length: dimensions }, () => centre() - 0.5 + random() - 0.5);
}

/** Numbers 0 … 1 from a linear congruential generator: repeatable, good enough for text. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A rank 0 … size − 1, low ones most often: the probability falls as one over the rank. */
const zipf = (random: () => number, size: number): number => Math.floor(size ** random()) - 1;

function englishText(random: () => number, length: number): string {
  const nextWord = createSpeaker(random, 60_000);
  let text = '';
  while (text.length < length) {
    text += `${text === '' ? '' : random() < 0.1 ? '. ' : ' '}${englishWord(nextWord())}`;
  }
  return text;
}

/** Draws words as language does: in half of the cases one of the few that usually follow the last one. */
function createSpeaker(random: () => number, vocabulary: number): () => number {
  let last = 0;
  return () => {
    const follows = random() < 0.5;
    last = follows ? (Math.imul(last + 1, 48_271) + zipf(random, 12)) % vocabulary : zipf(random, vocabulary);
    last = Math.abs(last);
    return last;
  };
}

/** A word that can be spoken, always the same for a number; frequent ones are short. */
function englishWord(number: number): string {
  let word = '';
  for (let rest = number + 3; rest > 0; rest = Math.floor(rest / 64)) {
    word += 'bcdfglmnprstvwkh'.charAt(rest % 16) + 'aeio'.charAt(Math.floor(rest / 16) % 4);
  }
  return number % 3 === 0 ? `${word}s` : word;
}

function chineseText(random: () => number, length: number): string {
  const nextWord = createSpeaker(random, 40_000);
  let text = '';
  let sinceMark = 0;
  while (text.length < length) {
    text += chineseWord(nextWord());
    if (++sinceMark > 5 && random() < 0.3) {
      text += random() < 0.5 ? '，' : '。';
      sinceMark = 0;
    }
  }
  return text;
}

/** One to three characters of the 3,000 most used ones' range; frequent words are short. */
function chineseWord(number: number): string {
  const character = (seed: number) =>
    String.fromCharCode(0x4e00 + ((Math.imul(seed, 2_654_435_761) >>> 0) % 3_000));
  if (number < 60) return character(number);
  const second = character(number * 7 + 1);
  return number % 5 === 0 ? character(number) + second + character(number + 3) : character(number) + second;
}
