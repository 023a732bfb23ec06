/** A node of a map, in plain text; `anchor` is a fragment of the page without `#`, or empty. */
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

/** Limits of the widget; maps of the service are well below. */
const most = { characters: 200_000, nodes: 500, depth: 12, text: 200 };
/** List items are below every heading level. */
const itemLevel = 10;

/**
 * Parses a map from Markdown: headings and list items, with their visible text. Several top nodes are put under
 * `title`. `undefined` without an outline.
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

/** A heading or list item with its depth. */
function lineOf(line: string): { readonly level: number; readonly text: string } | undefined {
  const heading = /^ {0,3}(#{1,6})[ \t]+(?![ \t])(.*)$/.exec(line);
  if (heading)
    return {
      level: heading[1]?.length ?? 1,
      text: (heading[2] ?? '').replace(/(?<![ \t])[ \t]+#+[ \t]*$/, ''),
    };
  const item = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?![ \t])(.*)$/.exec(line);
  if (!item) return undefined;
  return { level: itemLevel + (item[1] ?? '').replaceAll('\t', '    ').length, text: item[2] ?? '' };
}

/** The visible text of a line: texts of links, descriptions of pictures, without marks of emphasis; HTML stays as text. */
function inlineOf(source: string): { readonly text: string; readonly anchor: string } {
  let anchor = '';
  const text = source
    .slice(0, 4 * most.text)
    .replace(
      /(?<!\\)(!?)\[((?:\\.|[^[\]\\])*)\]\(((?:[^()\s]|\([^()]*\))*)(?:\s[^()]*)?\)/g,
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
