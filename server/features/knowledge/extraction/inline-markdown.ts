import type { Token } from 'marked';
import { decodeEntities, softBreaks } from '../../../markup/markdown.ts';

/**
 * Inline tokens as Markdown that can be quoted anywhere: code, emphasis and plain text stay; a link keeps its text
 * only, since its address may be relative to the article; images keep their alternative text; HTML and footnote marks
 * are removed.
 */
export const inlineMarkdown = (tokens: readonly Token[]): string =>
  tokens.map(inlineToken).join('').replace(footnoteMark, '').trim();

const footnoteMark = /\[\^[^\]\s]{1,40}\]:?/g;

function inlineToken(token: Token): string {
  switch (token.type) {
    case 'codespan':
      return token.raw;
    case 'strong':
      return around('**', token);
    case 'em':
      return around('*', token);
    case 'del':
      return around('~~', token);
    case 'br':
      return '\n';
    case 'image':
      return 'text' in token ? decodeEntities(String(token.text)) : '';
    case 'text':
    case 'escape':
      if ('tokens' in token && token.tokens) return token.tokens.map(inlineToken).join('');
      return softBreaks(token.raw);
    default:
      return 'tokens' in token && token.tokens ? token.tokens.map(inlineToken).join('') : '';
  }
}

function around(sign: string, token: Token): string {
  const inner = 'tokens' in token && token.tokens ? token.tokens.map(inlineToken).join('') : '';
  return inner.trim() === '' ? inner : `${sign}${inner}${sign}`;
}
