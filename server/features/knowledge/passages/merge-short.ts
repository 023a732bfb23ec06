/** A window of a section before it becomes a chunk. */
export interface SectionWindow {
  readonly headingPath: readonly string[];
  readonly anchor: string;
  /** Text repeated from the previous piece. */
  readonly repeated: string;
  readonly fresh: string;
  /** True when the text already contains its headings. */
  readonly isTitled: boolean;
}

export interface Passage {
  readonly headingPath: readonly string[];
  readonly anchor: string;
  readonly text: string;
}

/** Maximum number of pieces in a passage. */
const maxPieces = 20;

/**
 * Joins pieces shorter than `least` to a neighbour: an introduction to the section that it introduces, others to the
 * previous piece. A passage never grows beyond `size + least`; headings that its path no longer names are in its
 * text.
 */
export const mergeShort = (
  pieces: readonly SectionWindow[],
  rules: { size: number; least: number },
): Passage[] => {
  const passages: Passage[] = [];
  let group: SectionWindow[] = [];
  for (const [index, piece] of pieces.entries()) {
    const last = passages.at(-1);
    const isShort = piece.fresh.trim().length < rules.least && !introduces(piece, pieces[index + 1]);
    const joined =
      last && group.length < maxPieces && (isShort || last.text.length < rules.least)
        ? passageOf([...group, piece], rules.least)
        : undefined;
    if (joined && joined.text.length <= rules.size + rules.least) {
      passages[passages.length - 1] = joined;
      group.push(piece);
    } else {
      passages.push(passageOf([piece], rules.least));
      group = [piece];
    }
  }
  return passages;
};

const introduces = (piece: SectionWindow, next: SectionWindow | undefined): boolean =>
  next !== undefined &&
  next.headingPath.length > piece.headingPath.length &&
  commonPath(piece.headingPath, next.headingPath) === piece.headingPath;

/** The passage gets the path of its first substantial piece, or the common part of all paths. */
const passageOf = (group: readonly SectionWindow[], least: number): Passage => {
  const lead = group.length === 1 ? group[0] : group.find((piece) => piece.fresh.trim().length >= least);
  const headingPath = lead?.headingPath ?? group.map((piece) => piece.headingPath).reduce(commonPath);
  const anchor = (lead ?? group[0])?.anchor ?? '';
  const parts = group.map((piece, index) => partOf(piece, group[index - 1], headingPath));
  const text = parts.filter((part) => part !== '').join('\n\n');
  return { headingPath, anchor, text: text === '' ? (headingPath.at(-1) ?? '') : text };
};

const partOf = (piece: SectionWindow, before: SectionWindow | undefined, path: readonly string[]): string => {
  const heading = isNamed(piece, before, path) ? '' : headingBelow(path, piece.headingPath);
  const text = `${before ? '' : piece.repeated}${piece.fresh}`.replace(/^\n+/, '').trimEnd();
  return [heading, text].filter((line) => line !== '').join('\n');
};

/** True when the path of the passage or the previous piece already names the headings of a piece. Sections share their path. */
const isNamed = (piece: SectionWindow, before: SectionWindow | undefined, path: readonly string[]): boolean =>
  piece.isTitled ||
  piece.headingPath === path ||
  piece.headingPath === before?.headingPath ||
  (piece.headingPath.length < path.length && commonPath(piece.headingPath, path) === piece.headingPath);

const headingBelow = (path: readonly string[], own: readonly string[]): string =>
  own.slice(commonPath(own, path).length).join(' › ') || (own.at(-1) ?? '');

const commonPath = (one: readonly string[], other: readonly string[]): readonly string[] => {
  const differs = one.findIndex((heading, index) => heading !== other[index]);
  return differs < 0 ? one : one.slice(0, differs);
};
