/** A node of a mind map. The root is the article. */
export interface MapNode {
  /** Plain text on one line, without marks of Markdown. */
  readonly text: string;
  /** Fragment of its heading, without `#`; `''` for none. */
  readonly anchor: string;
  readonly children: readonly MapNode[];
}

/** Limits of every map, whatever model generated it. */
export const mapLimits = {
  /** UTF-16 units of a node. */
  text: 120,
  nodes: 200,
  /** Maximum of children with and without a heading: long articles have many chapters, a readable branch few points. */
  chapters: 24,
  points: 12,
} as const;

/** Levels of a map, title included, within the setting's range. */
export const depthOf = (maxDepth: number): number => Math.min(4, Math.max(2, Math.trunc(maxDepth)));
