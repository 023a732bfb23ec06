import type { TokenizerExtensionFunction, Tokens } from 'marked';
import { escapeHtml } from '../html.ts';
import { strongBesideCjk } from '../cjk-emphasis.ts';
import { texFormula } from '../tex-formula.ts';
import { raisedText } from './raised-text.ts';
import { wikiLinks } from './wiki-links.ts';

/** Text between two equal signs for the look alone, with the element that shows it. */
const pairs = [
  { pattern: /^==(?=[^\s=])((?:[^=\n]|=(?!=)){1,300}?)(?<!\s)==(?![=\w])/, element: 'mark' },
  {
    pattern: /^\+\+(?=[\p{L}\p{N}])([^+\n]{1,300}?(?:\+[^+\s]{1,30}){0,5})(?<!\s)\+\+(?![+\w])/u,
    element: 'ins',
  },
  { pattern: /^\^\^(?=[\p{L}\p{N}])([^^\n]{1,300}?)(?<!\s)\^\^(?![\^\w])/u, element: 'ins' },
] as const;

/** Reads `==marked==`, `++inserted++`, `^^inserted^^` and keys (`++ctrl+c++`). Operators of programs stand beside words or blanks. */
const pairedSigns: TokenizerExtensionFunction = function read(source, tokens) {
  if (!/^(?:==|\+\+|\^\^)/.test(source) || /[\w=+^\\]$/.test((tokens.at(-1)?.raw ?? '').slice(-1)))
    return undefined;
  for (const { pattern, element } of pairs) {
    const [raw, text = ''] = pattern.exec(source) ?? [];
    if (raw === undefined) continue;
    const tag = (name: string): Tokens.Generic => ({ type: 'html', raw: '', text: name, block: false });
    return textOf(raw, [tag(`<${element}>`), ...this.lexer.inlineTokens(text), tag(`</${element}>`)]);
  }
  return undefined;
};

const role = /^\{([a-z][\w:.+-]{0,40})\}(`{1,3})(?!`)([^`]{1,500})\2(?!`)/i;
/** Roles for code; the text of the other ones is running text. */
const codeRoles =
  /^(?:code|literal|samp|file|command|program|option|envvar|kbd|guilabel|c|cpp|py|js|rst|std)(?::|$)/i;
/** Roles that show a number or a list, which are not in their text. */
const emptyRoles = /^(?:cite|footcite|eq|bibliography|index)(?::|$)/i;

/** Reads the roles of MyST: {ref}`the text <target>` says "the text". */
const roles: TokenizerExtensionFunction = function read(source) {
  const [raw, name = '', , inner = ''] = role.exec(source) ?? [];
  if (raw === undefined) return undefined;
  const said = inner
    .replace(/(?<=\S)\s*<[^<>]*>\s*$/, '')
    .replaceAll('%s', '')
    .trim();
  if (name === 'sub' || name === 'sup')
    return { type: 'html', raw, text: `<${name}>${escapeHtml(said)}</${name}>`, block: false };
  if (name === 'math') return textOf(raw, [plain(`$${said}$`)]);
  if (emptyRoles.test(name)) return textOf(raw, []);
  return textOf(raw, [
    codeRoles.test(name) ? { type: 'codespan', raw: `\`${said}\``, text: said } : plain(said),
  ]);
};

const directive = /^:{1,2}[a-z][\w-]{0,40}\[([^[\]\n]{0,300})\](?:\{[^{}\n]{0,300}\})?/i;

/** Reads the directives within a line of remark (`:kbd[Ctrl]{.key}`), of which the label is text. */
const labelled: TokenizerExtensionFunction = function read(source, tokens) {
  if (/[\w:/\\]$/.test((tokens.at(-1)?.raw ?? '').slice(-1))) return undefined;
  const [raw, label = ''] = directive.exec(source) ?? [];
  return raw === undefined ? undefined : textOf(raw, this.lexer.inlineTokens(label));
};

const note = /^\^\[([^[\]\n]{1,1000})\]/;

/** Reads notes within a line (`^[like this]`) as a text in brackets. */
const notes: TokenizerExtensionFunction = function read(source, tokens) {
  const [raw, text = ''] = note.exec(source) ?? [];
  if (raw === undefined) return undefined;
  const isApart = /(?:^|\s)$/.test((tokens.at(-1)?.raw ?? '').slice(-1));
  return textOf(raw, [plain(isApart ? '(' : ' ('), ...this.lexer.inlineTokens(text), plain(')')]);
};

const blockOfLogseq = /^\(\([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\)\)/i;

/** Reads the reference to a block of Logseq, which names it by a number, as nothing. */
const references: TokenizerExtensionFunction = function read(source) {
  const [raw] = blockOfLogseq.exec(source) ?? [];
  return raw === undefined ? undefined : textOf(raw, []);
};

const ticked = /^\$(`{1,3})(?!`)([^`\n]{1,500})\1\$/;

/** Reads a formula between dollar signs and backticks, which GitLab and GitHub take, as one between dollar signs. */
const tickedFormulas: TokenizerExtensionFunction = function read(source) {
  const [raw, , formula = ''] = ticked.exec(source) ?? [];
  return raw === undefined ? undefined : textOf(raw, [plain(texFormula(formula))]);
};

/** A text with inner tokens. Of type `text` the text behind it would be added to it, outside of its tokens. */
const textOf = (raw: string, tokens: Tokens.Generic['tokens']): Tokens.Generic => ({
  type: 'escape',
  raw,
  text: raw,
  tokens: tokens ?? [],
});

const plain = (text: string): Tokens.Text => ({ type: 'text', raw: text, text, escaped: false });

/** Signs of dialects within a line, beside those of CommonMark. */
export const inlineSigns: readonly TokenizerExtensionFunction[] = [
  strongBesideCjk,
  notes,
  references,
  tickedFormulas,
  raisedText,
  wikiLinks,
  pairedSigns,
  roles,
  labelled,
];

/** Place of the next sign that one of them may read; one search for all, so that hostile text costs no more. */
export const nextInlineSign = (source: string): number =>
  source.search(
    /\*\*|\^|\$`|\(\([\da-f]{8}-|!?\[\[|(?<![=\w])==(?![=\s])|(?<![+\w])\+\+(?=[\p{L}\p{N}])|\{[a-z][^{}\s`]{0,40}\}`|:{1,2}[a-z][\w-]{0,40}\[/iu,
  );
