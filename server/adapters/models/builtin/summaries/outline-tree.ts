import { rankSentences } from './rank-sentences.ts';
import type { TextBlock } from './text-blocks.ts';

/** A heading with its content. */
export interface Section {
  readonly heading: string;
  /** A few sentences or list items of its text, in order. */
  readonly points: readonly string[];
  readonly sections: readonly Section[];
}

/** Tree of an article's headings under its title; skipped heading levels are closed up. */
export function outlineOf(title: string, pieces: readonly TextBlock[]): Section {
  const root = open(title.trim(), 0);
  const path = [root];
  const headings = Math.max(1, pieces.filter(({ kind }) => kind === 'heading').length);
  for (const piece of pieces) {
    const here = path.at(-1) ?? root;
    if (piece.kind !== 'heading') {
      here.pieces.push(piece);
    } else if (piece.text !== root.heading || root.sections.length > 0) {
      while (path.length > 1 && (path.at(-1)?.level ?? 0) >= piece.level) path.pop();
      const section = open(piece.text, piece.level);
      path.at(-1)?.sections.push(section);
      path.push(section);
    }
  }
  return closed(root, Math.max(LEAST_READ, Math.ceil(MOST_READ / headings)));
}

interface OpenSection {
  readonly heading: string;
  readonly level: number;
  readonly pieces: Exclude<TextBlock, { kind: 'heading' }>[];
  readonly sections: OpenSection[];
}

const MOST_POINTS = 5;
/** Maximum of scored sentences for the whole article, and minimum for one section: authors begin with what matters. */
const MOST_READ = 200;
const LEAST_READ = 10;

const open = (heading: string, level: number): OpenSection => ({ heading, level, pieces: [], sections: [] });

/** `most`: number of sentences of the section that are scored. */
const closed = ({ heading, pieces, sections }: OpenSection, most: number): Section => ({
  heading,
  // Lazy, since scoring is most of the work and few sections need points.
  get points() {
    return pointsOf(heading, pieces, most);
  },
  sections: sections.map((section) => closed(section, most)),
});

/** The items of a list, or the highest-scored sentences. */
function pointsOf(heading: string, pieces: OpenSection['pieces'], most: number): readonly string[] {
  const items = pieces.flatMap((piece) => (piece.kind === 'item' ? [piece.text] : []));
  if (items.length > 1) return items.slice(0, MOST_POINTS);
  const sentences = pieces
    .flatMap((piece) => (piece.kind === 'item' ? [piece.text] : piece.sentences))
    .slice(0, most);
  const weights = rankSentences(sentences, heading);
  return sentences
    .map((sentence, place) => ({ sentence, place, weight: weights[place] ?? 0 }))
    .toSorted((a, b) => b.weight - a.weight || a.place - b.place)
    .slice(0, MOST_POINTS)
    .toSorted((a, b) => a.place - b.place)
    .map(({ sentence }) => sentence);
}
