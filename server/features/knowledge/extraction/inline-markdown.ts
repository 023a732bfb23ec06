import type { Token } from 'marked';
import { decodeEntities, hiddenAfter, softBreaks } from '../../../markup/markdown.ts';

/**
 * Inline tokens as Markdown that can be quoted anywhere: code, emphasis and plain text stay; a link keeps its text
 * only, since its address may be relative to the article; images keep their alternative text; HTML and footnote marks
 * are removed, with the text of scripts and styles.
 */
export const inlineMarkdown = (tokens: readonly Token[]): string =>
  joined(tokens, { hidden: '' }).replace(footnoteMark, '').trim();

/** The element whose text is left out at the moment, `''` for none. */
interface State {
  hidden: string;
}

const joined = (tokens: readonly Token[], state: State): string =>
  tokens.map((token) => inlineToken(token, state)).join('');

const footnoteMark = /\[\^[^\]\s]{1,40}\]:?/g;

function inlineToken(token: Token, state: State): string {
  if (token.type === 'html') state.hidden = hiddenAfter(token.raw, state.hidden);
  if (state.hidden !== '') return '';
  switch (token.type) {
    case 'codespan':
      return token.raw;
    case 'strong':
      return around('**', token, state);
    case 'em':
      return around('*', token, state);
    case 'del':
      return around('~~', token, state);
    case 'br':
      return '\n';
    case 'image':
      return 'text' in token ? decodeEntities(String(token.text)) : '';
    case 'text':
    case 'escape':
      if ('tokens' in token && token.tokens) return joined(token.tokens, state);
      return softBreaks(token.raw);
    default:
      return 'tokens' in token && token.tokens ? joined(token.tokens, state) : '';
  }
}

function around(sign: string, token: Token, state: State): string {
  const inner = 'tokens' in token && token.tokens ? joined(token.tokens, state) : '';
  return inner.trim() === '' ? inner : `${sign}${inner}${sign}`;
}
