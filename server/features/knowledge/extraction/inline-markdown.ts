import type { Token } from 'marked';
import { readHtml } from '../../../markup/html-events.ts';
import { decodeEntities, leaveOut, readInline, softBreaks } from '../../../markup/markdown.ts';
import type { SaidReader } from '../../../markup/said/raised-numbers.ts';

/**
 * Inline tokens as Markdown that can be quoted anywhere: code, emphasis and plain text stay; a link keeps its text
 * only, since its address may be relative to the article; images keep their alternative text; HTML and footnote marks
 * are removed, with the text of scripts and styles and with what is struck out.
 */
export const inlineMarkdown = (tokens: readonly Token[]): string => {
  const line = createLine();
  const said = joined(tokens, line);
  line.reader.finish();
  return (said + line.take()).replace(footnoteMark, '').trim();
};

/** State of the HTML tags within a line. */
interface Line {
  readonly reader: SaidReader;
  take(): string;
}

function createLine(): Line {
  let said = '';
  return {
    reader: readInline((text) => (said += text)),
    take() {
      const taken = said;
      said = '';
      return taken;
    },
  };
}

const joined = (tokens: readonly Token[], line: Line): string =>
  tokens.map((token) => inlineToken(token, line)).join('');

const footnoteMark = /\\?\[\^[^\]\s]{1,40}\]:?/g;

function inlineToken(token: Token, line: Line): string {
  const say = (text: string): string => {
    line.reader.text(text);
    return line.take();
  };
  switch (token.type) {
    case 'del':
      leaveOut(line.reader);
      return line.take();
    case 'html':
      readHtml('text' in token ? String(token.text) : token.raw, line.reader);
      return line.take();
    case 'codespan':
      return say(token.raw);
    case 'strong':
      return around('**', token, line);
    case 'em':
      return around('*', token, line);
    case 'br':
      return say('\n');
    case 'image':
      return say('text' in token ? decodeEntities(String(token.text)) : '');
    case 'text':
    case 'escape':
      if ('tokens' in token && token.tokens) return joined(token.tokens, line);
      return say(softBreaks(token.raw));
    default:
      return 'tokens' in token && token.tokens ? joined(token.tokens, line) : '';
  }
}

function around(sign: string, token: Token, line: Line): string {
  const words = 'tokens' in token && token.tokens ? joined(token.tokens, line) : '';
  line.reader.settle();
  const inner = words + line.take();
  return inner.trim() === '' ? inner : `${sign}${inner}${sign}`;
}
