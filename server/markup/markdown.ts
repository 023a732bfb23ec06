import { Parser } from 'htmlparser2';
import { Lexer, type Token, type TokenizerExtensionFunction, type TokenizerStartFunction } from 'marked';
import { inlineSigns, nextInlineSign } from './dialect/inline-signs.ts';
import { readHtml, type HtmlEvents } from './html-events.ts';
import { prepareMarkdown } from './markdown-source.ts';
import { asSaid } from './said/as-said.ts';
import type { SaidReader } from './said/raised-numbers.ts';
import { isShadowRoot, type AttributeOf } from './said/said-tags.ts';

/** Inline text is parsed in pieces of this many UTF-16 units, since the parser takes quadratic time on hostile text. */
const inlinePiece = 4000;
/** A piece with more markup characters than this is treated as plain text. */
const maxInlineMarks = 600;

/** Further constructs, and where the next one may start. */
export interface MarkdownRules {
  readonly block: readonly TokenizerExtensionFunction[];
  readonly startBlock: readonly TokenizerStartFunction[];
  readonly inline: readonly TokenizerExtensionFunction[];
  readonly startInline: readonly TokenizerStartFunction[];
}

const noRules: MarkdownRules = { block: [], startBlock: [], inline: [], startInline: [] };

const withRules = ({ block, startBlock, inline, startInline }: MarkdownRules) => ({
  childTokens: {},
  renderers: {},
  block: [...block],
  startBlock: [...startBlock],
  inline: [...inline, ...inlineSigns],
  startInline: [nextInlineSign, ...startInline],
});

/**
 * Block tokens of a Markdown document with their inline tokens, for the page renderer and the indexer. Generator
 * dialects are converted first. Near-linear time on hostile input.
 */
export const lexMarkdown = (source: string, rules: MarkdownRules = noRules): Token[] => {
  const lexer = new Lexer({ gfm: true, extensions: withRules(rules) });
  lexer.blockTokens(prepareMarkdown(source), lexer.tokens);
  for (const { src, tokens } of lexer.inlineQueue) lexInline(lexer, src, tokens);
  return lexer.tokens;
};

/**
 * Visible text of inline tokens: images by their alternative text, hard breaks as line breaks, soft ones as a blank
 * (nothing between Chinese characters), without scripts and footnote references.
 */
export const plainInline = (tokens: readonly Token[]): string => {
  const parts: string[] = [];
  const reader = readInline((text) => parts.push(text));
  collectInline(tokens, reader);
  reader.finish();
  return parts.join('').replace(footnoteMark, '').replaceAll(codeCaret, '^').trim();
};

/** Text with HTML entities decoded; angle brackets are text, not tags. */
export const decodeEntities = (text: string): string => {
  if (!text.includes('&')) return text;
  let decoded = '';
  const parser = new Parser({ ontext: (part) => (decoded += part) }, { decodeEntities: true });
  parser.end(text.replaceAll('<', '&lt;'));
  return decoded;
};

const lexInline = (lexer: Lexer, text: string, tokens: Token[]): void => {
  for (const piece of pieces(text)) {
    const marks = piece.match(/[*_~`[\]<!\\{^]|==|\+\+|:[a-z]/gi)?.length ?? 0;
    if (marks > maxInlineMarks) tokens.push({ type: 'text', raw: piece, text: piece, escaped: false });
    // A list of its own: text is added to the last token, which would grow with the document.
    else tokens.push(...lexer.inlineTokens(piece, []));
  }
};

const pieces = function* (text: string): Generator<string> {
  let start = 0;
  while (text.length - start > inlinePiece) {
    const limit = start + inlinePiece;
    const room = text.slice(start, limit + 1);
    const blank = Math.max(room.lastIndexOf('\n'), room.lastIndexOf(' ')) + 1;
    const end = blank > 0 ? start + blank : limit - (/[\uDC00-\uDFFF]/.test(text.charAt(limit)) ? 1 : 0);
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
};

/** A footnote reference; in code the same characters are code. */
const footnoteMark = /\[\^[^\]\s]{1,40}\]:?/g;
/** Stands for `^` in code until footnote references are removed. */
const codeCaret = '\uE000';

const collectInline = (tokens: readonly Token[], reader: HtmlEvents): void => {
  for (const token of tokens) {
    if (token.type === 'html') readHtml(token.text, reader);
    else if (token.type === 'del') leaveOut(reader);
    else if (token.type === 'br') reader.text('\n');
    else if (token.type === 'codespan') reader.text(token.text.replaceAll('^', codeCaret));
    else if (token.type === 'image') reader.text(decodeEntities(token.text));
    else if ('tokens' in token && token.tokens) collectInline(token.tokens, reader);
    else if (token.type === 'formula') reader.text(token.raw);
    else if (token.type === 'text' || token.type === 'escape')
      reader.text(softBreaks(decodeEntities(token.text)));
  }
};

/** Leaves out what is struck out by the signs of Markdown. */
export const leaveOut = (reader: HtmlEvents): void => {
  reader.open('del', new Map());
  reader.close('del');
};

const isUnseen = (name: string, attributeOf: AttributeOf): boolean =>
  /^(?:script|style|template)$/.test(name) && !isShadowRoot(name, attributeOf);

/** Reads the tags of HTML within a line of Markdown: passes on text, line breaks and the texts for pictures. */
export const readInline = (say: (text: string) => void): SaidReader => {
  let hidden = '';
  return asSaid({
    open(name, attributes) {
      if (hidden === '' && isUnseen(name, (one) => attributes.get(one))) hidden = name;
      if (hidden !== '') return;
      if (name === 'br') say('\n');
      if (name === 'img') say(attributes.get('alt') ?? '');
    },
    close(name) {
      if (name === hidden) hidden = '';
    },
    text(text) {
      if (hidden === '') say(text);
    },
  });
};

/** Replaces soft line breaks with a blank, or with nothing between characters of a script without blanks. */
export const softBreaks = (text: string): string =>
  text.includes('\n')
    ? text.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, (lineBreak, at: number) =>
        joinsWithoutBlank.test(text.charAt(at - 1)) &&
        joinsWithoutBlank.test(text.charAt(at + lineBreak.length))
          ? ''
          : ' ',
      )
    : text;

const joinsWithoutBlank = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
