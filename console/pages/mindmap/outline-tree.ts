/** A node of a map for the renderer: `content` is HTML, so all text in it is escaped. */
export interface DrawnNode {
  readonly content: string;
  readonly children: DrawnNode[];
}

/** Maximum number of nodes; longer texts are cut. */
const most = 400;

/**
 * The tree of a stored outline: headings nest by their level, list items by their indentation below the last heading.
 * Every other line is left out. `undefined` when there is no node.
 */
export function treeOf(markdown: string): DrawnNode | undefined {
  const root: DrawnNode = { content: '', children: [] };
  const path: { readonly level: number; readonly node: DrawnNode }[] = [{ level: 0, node: root }];
  let heading = 0;
  let count = 0;
  for (const line of markdown.split('\n')) {
    const found = lineOf(line);
    if (!found || count >= most) continue;
    if (found.kind === 'heading') heading = found.level;
    const level = found.kind === 'heading' ? found.level : listLevel(heading, found.indent);
    while ((path.at(-1)?.level ?? 0) >= level) path.pop();
    const node: DrawnNode = { content: escapeHtml(plain(found.text)), children: [] };
    (path.at(-1)?.node ?? root).children.push(node);
    path.push({ level, node });
    count += 1;
  }
  return root.children.length === 1 ? root.children[0] : count > 0 ? root : undefined;
}

/** Items lie below their heading; no heading is deeper than six. */
const listLevel = (heading: number, indent: number) => heading + 7 + Math.floor(indent / 2);

type Line =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'item'; readonly indent: number; readonly text: string };

function lineOf(line: string): Line | undefined {
  const [, marks, title] = /^(#{1,6}) +([^ ].*)$/.exec(line) ?? [];
  if (marks !== undefined && title !== undefined)
    return { kind: 'heading', level: marks.length, text: title };
  const [, blanks, item] = /^( *)[-*+] +([^ ].*)$/.exec(line) ?? [];
  return blanks !== undefined && item !== undefined
    ? { kind: 'item', indent: blanks.length, text: item }
    : undefined;
}

/** The text of a node: without links and escapes. */
const plain = (text: string): string =>
  (/^\[(.*)\]\(#[^()]*\)$/.exec(text.trim())?.[1] ?? text.trim()).replace(/\\([!-/:-@[-`{-~])/g, '$1');

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
