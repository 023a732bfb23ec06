import type { MapNode } from './node.ts';

/**
 * A map as Markdown: the title as `#`, branches as `##`, below them what links to a heading or has nodes of its own as
 * `###` and `####`, single points as list items. Texts are escaped, so that whoever renders it finds headings, lists and links into the page, nothing else.
 */
export const writeOutline = (root: MapNode): string => linesOf(root, 1).join('\n');

function linesOf(node: MapNode, level: number): string[] {
  const lines = [`${'#'.repeat(level)} ${inline(node)}`];
  let afterHeading = false;
  for (const child of node.children) {
    // A list behind a heading would belong to that heading.
    afterHeading ||= level === 1 || child.anchor !== '' || child.children.length > 0;
    lines.push(...(afterHeading ? linesOf(child, level + 1) : [`- ${inline(child)}`]));
  }
  return lines;
}

const inline = ({ text, anchor }: MapNode): string =>
  anchor === '' ? escapeMarkdown(text) : `[${escapeMarkdown(text)}](#${escapeAnchor(anchor)})`;

/** Plain text as it may stand in a heading or a list item of any Markdown reader. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*[\]<>&~|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/(?<=\{)[{%#]/g, '\\$&')
    .replace(/!$/, '\\!')
    .replace(/\]\(/g, ']\\(')
    // Addresses that readers turn into links by themselves.
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/www\./gi, (www) => `${www.slice(0, -1)}\\.`)
    .replace(/@/g, '\\@')
    // What would open another list or heading inside an item, or close a heading.
    .replace(/^([-+#=])/, '\\$1')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/(\s)(#+)$/, '$1\\$2');

/** A fragment as it may stand in a link; letters of every script stay readable. */
export const escapeAnchor = (anchor: string): string =>
  anchor.replace(/[^\p{L}\p{M}\p{N}._~-]/gu, (sign) =>
    Array.from(new TextEncoder().encode(sign), (byte) => `%${hex(byte)}`).join(''),
  );

const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0');
