import type { IndexFile, SavedState } from '../../ports/search-index.ts';
import { restoreEngine, type Engine } from '../engine.ts';
import { numberSection, readBytes, readTexts, textSections } from '../sections.ts';
import { openSections, UnusableFile, writeSections } from './sections-file.ts';

/** An engine loaded from a file, and the sequence number that it follows. */
interface SavedEngine {
  readonly engine: Engine;
  readonly state: SavedState;
}

/** Reads an engine from a file; `undefined` when there is none. Rejects when it is damaged or has another identity. */
export async function readEngine({ path, head }: IndexFile): Promise<SavedEngine | undefined> {
  await using file = await openSections(path);
  if (!file) return undefined;
  const other = Object.entries(head).find(([key, value]) => file.about[key] !== value);
  if (other) throw new UnusableFile(`its ${other[0]} is another one`);
  const names = await readTexts(file, ids);
  const numbers = new Float64Array((await readBytes(file, marks)).buffer);
  const articles = names.map((id, index) => ({
    id,
    seq: numbers[2 * index] ?? -1,
    indexedAt: numbers[2 * index + 1] ?? -1,
  }));
  return { engine: await restoreEngine(file), state: { seq: Number(file.about['seq']), articles } };
}

/** A state in few objects, since each one of a message to a thread is copied by itself. */
export interface PackedState {
  readonly seq: number;
  readonly names: readonly string[];
  /** Sequence number and time of each article. */
  readonly numbers: Float64Array<ArrayBuffer>;
}

export function packed({ seq, articles }: SavedState): PackedState {
  const numbers = new Float64Array(2 * articles.length);
  for (const [at, article] of articles.entries()) {
    numbers[2 * at] = article.seq;
    numbers[2 * at + 1] = article.indexedAt;
  }
  return { seq, names: articles.map(({ id }) => id), numbers };
}

/** Writes the current state of an engine to a file, replacing the previous one. */
export async function writeEngine(
  engine: Engine,
  { path, head }: IndexFile,
  { seq, names, numbers }: PackedState,
): Promise<void> {
  const picture = engine.capture();
  try {
    const known = textSections(ids, names);
    await writeSections(path, { ...head, seq }, [
      ...picture.sections,
      ...known,
      numberSection(marks, numbers),
    ]);
  } finally {
    picture.release();
  }
}

const ids = 'known ids';
const marks = 'known marks';
