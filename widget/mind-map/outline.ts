/** A node of a map. All text is plain text; `anchor` is a fragment of the page without `#`, or empty. */
export interface MapNode {
  readonly text: string;
  readonly anchor: string;
  readonly children: readonly MapNode[];
}

export interface Outline {
  readonly root: MapNode;
  /** The number of its nodes that are chapters. */
  readonly chapters: number;
}

interface Growing extends MapNode {
  readonly children: Growing[];
}

/** Limits of a page; the service keeps its maps well below. */
const most = { characters: 200_000, nodes: 500, depth: 12, text: 200 };
/** List items are deeper than every heading. */
const itemLevel = 10;

/**
 * Reads a map from its Markdown: headings and list items, and of their text only what is meant to be read. Several nodes
 * at the top come under `title`. Nothing when there is no outline.
 */
export function readOutline(markdown: string, title: string): Outline | undefined {
  const top: Growing = { text: title, anchor: '', children: [] };
  const open = [{ level: 0, node: top }];
  let [count, chapters] = [0, 0];
  for (const line of markdown.slice(0, most.characters).split('\n')) {
    const found = lineOf(line);
    if (!found || count >= most.nodes) continue;
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= found.level) open.pop();
    const node: Growing = { ...inlineOf(found.text), children: [] };
    if (node.text === '') continue;
    open.at(-1)?.node.children.push(node);
    if (open.length < most.depth) open.push({ level: found.level, node });
    count += 1;
    if (found.level >= 2 && found.level <= 4) chapters += 1;
  }
  const [first, ...others] = top.children;
  if (!first) return undefined;
  const root = others.length === 0 ? first : top;
  return { root, chapters: chapters || root.children.length };
}

/** A heading or list item and how deep it stands. */
function lineOf(line: string): { readonly level: number; readonly text: string } | undefined {
  const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line);
  if (heading)
    return { level: heading[1]?.length ?? 1, text: (heading[2] ?? '').replace(/[ \t]+#+[ \t]*$/, '') };
  const item = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/.exec(line);
  if (!item) return undefined;
  return { level: itemLevel + (item[1] ?? '').replaceAll('\t', '    ').length, text: item[2] ?? '' };
}

/** The words of a line: links give their words, pictures their description, marks of emphasis go; HTML stays as it is written. */
function inlineOf(source: string): { readonly text: string; readonly anchor: string } {
  let anchor = '';
  const text = source
    .slice(0, 4 * most.text)
    .replace(
      /(!?)\[((?:\\.|[^\]\\])*)\]\(((?:[^()\s]|\([^()]*\))*)[^()]*\)/g,
      (_whole, picture, words, target) => {
        if (picture === '' && anchor === '' && target.startsWith('#')) anchor = decoded(target.slice(1));
        return words;
      },
    )
    .replace(/\\([!-/:-@[-`{-~])|\*+|`+|~~/g, (_whole, escaped) => escaped ?? '');
  return { text: Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, most.text).join(''), anchor };
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
