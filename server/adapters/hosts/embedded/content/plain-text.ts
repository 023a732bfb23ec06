import type { Token } from 'marked';
import { createHeadingIds } from '../../../../markup/heading-id.ts';
import { lexMarkdown, plainInline } from '../../../../markup/markdown.ts';

/** Titles are looked for in this many lines. */
const linesForTitle = 200;
const maxLead = 20_000;

/** Text of the first level-one heading; `''` when there is none. */
export const firstHeading = (body: string): string => {
  let fence = '';
  for (const line of body.slice(0, maxLead).split('\n', linesForTitle)) {
    const mark = /^ {0,3}(`{3}|~{3})/.exec(line)?.[1] ?? '';
    if (mark !== '') fence = fence === '' ? mark : fence === mark ? '' : fence;
    else if (fence === '' && line.startsWith('# ')) return headingText(line);
  }
  return '';
};

/** Prose before the `more` mark; `''` without one. */
export const leadOf = (body: string): string => {
  const mark = /<!--[ \t]*more[ \t]*-->/i.exec(body);
  return mark ? plainProse(lexMarkdown(body.slice(0, Math.min(mark.index, maxLead)))) : '';
};

const headingText = (line: string): string => {
  const [token] = lexMarkdown(line);
  return token?.type === 'heading' ? createHeadingIds()(plainInline(token.tokens ?? [])).text : '';
};

const plainProse = (tokens: readonly Token[]): string =>
  tokens
    .flatMap((token): string[] => {
      if (token.type === 'paragraph') return [plainInline(token.tokens ?? [])];
      return token.type === 'blockquote' ? [plainProse(token.tokens ?? [])] : [];
    })
    .filter((text) => text !== '')
    .join(' ');
