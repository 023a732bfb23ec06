/** A node of a mind map. The root is the article itself. */
export interface MapNode {
  /** Plain text on one line, without marks of Markdown. */
  readonly text: string;
  /** Fragment of the heading it stands for, without `#`; `''` for none. */
  readonly anchor: string;
  readonly children: readonly MapNode[];
}

/** Bounds of every map, whoever has drawn it. */
export const mapLimits = {
  /** UTF-16 units of a node. */
  text: 120,
  nodes: 200,
  /** Children of a node that stand for headings, and others: a long article has many chapters, a good branch few points. */
  chapters: 24,
  points: 12,
} as const;

/** Levels a map may have, the title included: what the setting offers. */
export const depthOf = (maxDepth: number): number => Math.min(4, Math.max(2, Math.trunc(maxDepth)));
