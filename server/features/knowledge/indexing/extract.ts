import type { Article } from '../../../ports/host.ts';
import type { TaskBlock } from '../../../ports/models.ts';
import type { Block } from '../extraction/blocks.ts';
import { extractHtml } from '../extraction/extract-html.ts';
import { extractMarkdown } from '../extraction/extract-markdown.ts';

/**
 * The readable text of an article as blocks in reading order. Scripts, styles, navigation, hidden elements and
 * unresolved shortcodes are left out; images are represented by their alternative text. Never throws; near-linear
 * time and bounded depth for any input.
 */
export const extractBlocks = (body: Article['body']): readonly Block[] =>
  body.format === 'html' ? extractHtml(body.text) : extractMarkdown(body.text);

/** The quotable blocks of an article as Markdown; headings are given by the path of each. */
export const quotable = (blocks: readonly Block[]): TaskBlock[] =>
  blocks.flatMap(({ kind, text, markdown = text, headingPath, anchor }) =>
    kind === 'heading' || kind === 'rule' ? [] : [{ kind, markdown, headingPath, anchor }],
  );

/** The plain text below each heading of an article. */
export function sectionsOf(blocks: readonly Block[]): { readonly heading: string; readonly text: string }[] {
  const sections: { heading: string; text: string }[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ heading: block.text, text: '' });
    else {
      const last = sections.at(-1);
      if (last) last.text = `${last.text} ${block.text}`.trim();
    }
  }
  return sections;
}
