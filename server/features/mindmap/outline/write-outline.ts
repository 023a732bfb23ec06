import type { MapNode } from './node.ts';

/**
 * A map as Markdown: the title as `#`, branches as `##`; below, nodes with an anchor or children as `###` and `####`,
 * others as list items. Texts are escaped, so that renderers see only headings, lists and links within the page.
 */
export const writeOutline = (root: MapNode): string => linesOf(root, 1).join('\n');

function linesOf(node: MapNode, level: number): string[] {
  const lines = [`${'#'.repeat(level)} ${inline(node)}`];
  let afterHeading = false;
  for (const child of node.children) {
    // A list after a heading would belong to that heading.
    afterHeading ||= level === 1 || child.anchor !== '' || child.children.length > 0;
    lines.push(...(afterHeading ? linesOf(child, level + 1) : [`- ${inline(child)}`]));
  }
  return lines;
}

const inline = ({ text, anchor }: MapNode): string =>
  anchor === '' ? escapeMarkdown(text) : `[${escapeMarkdown(text)}](#${escapeAnchor(anchor)})`;

/** Escapes text for headings and list items of any Markdown renderer. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*[\]<>&~|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/(?<=\{)[{%#]/g, '\\$&')
    .replace(/!$/, '\\!')
    .replace(/\]\(/g, ']\\(')
    // Prevents automatic links.
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/www\./gi, (www) => `${www.slice(0, -1)}\\.`)
    .replace(/@/g, '\\@')
    // Prevents lists and headings inside an item, and closing marks of headings.
    .replace(/^([-+#=])/, '\\$1')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/(\s)(#+)$/, '$1\\$2');

/** A fragment escaped for a link; letters of every script stay readable. */
export const escapeAnchor = (anchor: string): string =>
  anchor.replace(/[^\p{L}\p{M}\p{N}._~-]/gu, (sign) =>
    Array.from(new TextEncoder().encode(sign), (byte) => `%${hex(byte)}`).join(''),
  );

const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0');
