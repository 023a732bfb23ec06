import { withoutAttributes } from './dialect/attribute-lists.ts';
import { withFencedCode } from './dialect/code-tags.ts';
import { withDefinitions } from './dialect/definition-lists.ts';
import { withDirectives } from './dialect/directive-fences.ts';
import { withoutEditingMarks } from './dialect/editing-marks.ts';
import { withContainers } from './dialect/indented-blocks.ts';
import { createFenceTracker } from './dialect/fence-tracker.ts';
import { withoutHiddenComments } from './dialect/hidden-comments.ts';
import { withSlashBlocks } from './dialect/slash-blocks.ts';
import { stripShortcodes } from './shortcodes.ts';

/** Maximum of list and quote markers on one line; deeper nesting would exhaust the parser. */
const maxMarkers = 20;
/** Maximum of indentation in columns, in prose and in fenced code. */
const maxIndent = { prose: 40, code: 200 };
const maxContainers = 8;

/**
 * Converts the Markdown dialects of site generators to plain Markdown: shortcodes, attributes and hidden comments removed, `:::`
 * containers, those of MkDocs (indented, or between `///`) and `[!NOTE]` alerts turned into quotes with a bold label, footnote definitions kept as text, hostile
 * nesting cut. Fenced code is unchanged. Never throws; linear in the length of the text.
 */
export const prepareMarkdown = (source: string): string =>
  dialects.reduce((text, written) => written(text), cleanCharacters(source));

/** Valid Unicode without byte order mark, carriage returns and control characters (databases refuse NUL). */
export const cleanCharacters = (text: string): string =>
  text
    .toWellFormed()
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '');

const stripOutsideCode = (text: string): string => {
  if (!/\{[{%>+~=#-]/.test(text)) return text;
  const inFence = createFenceTracker();
  const kept: string[] = [];
  let prose: string[] = [];
  const flush = () => {
    if (prose.length > 0) kept.push(withoutEditingMarks(stripShortcodes(prose.join('\n'))));
    prose = [];
  };
  for (const line of text.split('\n')) {
    if (inFence(line)) {
      flush();
      kept.push(line);
    } else prose.push(line);
  }
  flush();
  return kept.join('\n');
};

const plainDialect = (text: string): string => {
  const inFence = createFenceTracker();
  const containers: { readonly quoted: boolean; readonly isGroup: boolean }[] = [];
  const lines: string[] = [];
  const quote = (line: string) => {
    const depth = containers.filter(({ quoted }) => quoted).length;
    lines.push(depth === 0 ? line : `${'> '.repeat(depth)}${line}`);
  };
  let isComment = false;
  for (const source of text.split('\n')) {
    const isCode = inFence(source);
    // A comment of Kramdown over several lines.
    if (isComment || (!isCode && /^[ \t]*\{::comment\}(?![^\n]*\{:\/)/.test(source))) {
      isComment = !/\{:\/(?:comment)?\}/.test(source);
      continue;
    }
    const line = capNesting(source, isCode ? maxIndent.code : maxIndent.prose);
    const fence = isCode ? undefined : containerFence(line);
    if (fence?.kind === 'open' && containers.length < maxContainers) {
      quote('');
      containers.push(fence);
      if (fence.quoted) quote(`**${fence.label}**`);
      quote('');
    } else if (fence?.kind === 'close' && containers.length > 0) {
      containers.pop();
      quote('');
    } else if (isCode) {
      // VitePress names the code of a group behind its language: ```sh [npm].
      const label = containers.at(-1)?.isGroup
        ? /^[ \t]*(?:`{3,}|~{3,})(?![`~])[^[\]`]*\[([^[\]]{1,60})\]/.exec(line)?.[1]
        : undefined;
      if (label !== undefined) quote(`**${label}**\n`);
      quote(line);
    } else if (!isDirective(line)) quote(readable(line));
    // Kramdown puts the table of contents in place of the list before it.
    else if (/^[ \t]*\{:[ \t]*toc\b/.test(line) && /^[*+-] [^\n]{0,40}$/.test(lines.at(-1) ?? ''))
      lines.pop();
  }
  return lines.join('\n');
};

const capNesting = (line: string, indent: number): string => {
  const blank = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  const flat = blank > indent ? line.slice(blank - indent) : line;
  const marker = /[ \t]{0,300}(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y;
  let count = 0;
  let kept = 0;
  let end = 0;
  while (marker.test(flat)) {
    end = marker.lastIndex;
    if (++count <= maxMarkers) kept = end;
  }
  return count > maxMarkers ? flat.slice(0, kept) + flat.slice(end) : flat;
};

type ContainerFence = { kind: 'open'; label: string; quoted: boolean; isGroup: boolean } | { kind: 'close' };

/** A `:::` line; containers for layout only are not quoted. */
const containerFence = (line: string): ContainerFence | undefined => {
  const match = /^[ \t]*:{3,}[ \t]*(?:\{(?=[\w-]+\}))?([\w-]*)\}?(?:\[([^\]]*)\])?(?:[ \t]([^]*))?$/.exec(
    line,
  );
  if (!match) return line.trimStart().startsWith(':::') ? byClass(line) : undefined;
  const [, name = '', bracketed = '', rest = ''] = match;
  if (name === '') return rest.trim() === '' ? { kind: 'close' } : byClass(line);
  const title = plainTitle(bracketed || rest);
  return {
    kind: 'open',
    label: title === '' ? capitalised(name) : title,
    quoted: !layoutContainers.has(name),
    isGroup: name === 'code-group',
  };
};

/** A title as it can stand between stars; colons may close the line of a container of Pandoc. */
const plainTitle = (title: string): string =>
  title
    .replace(/\{[^{}]*\}/g, '')
    .replace(/(?<!:):{3,}[ \t]*$/, '')
    .replace(/\*\*|__/g, '')
    .trim();

const layoutContainers: ReadonlySet<string> = new Set(
  'code-group tabs tab v-pre raw tab-set grid grid-item margin epigraph div aside container columns column center'.split(
    ' ',
  ),
);

/** Pandoc's containers are named by classes only; those of Quarto's hints say the kind. */
const byClass = (line: string): ContainerFence => {
  const kind = /\.callout-([a-z]{2,20})(?![\w-])/.exec(line)?.[1];
  if (kind === undefined) return unnamed;
  const title = /\stitle="([^"]{1,200})"/.exec(line)?.[1] ?? capitalised(kind);
  return { kind: 'open', label: plainTitle(title), quoted: true, isGroup: false };
};

/** In the order in which they are written as plain Markdown. */
const dialects: readonly ((text: string) => string)[] = [
  (text) => withoutHiddenComments(text, createFenceTracker()),
  withFencedCode,
  withDirectives,
  stripOutsideCode,
  withSlashBlocks,
  withContainers,
  withDefinitions,
  plainDialect,
];

const unnamed = { kind: 'open', label: '', quoted: false, isGroup: false } as const;

/**
 * Lines for the generator only: attribute lists, tables of contents, abbreviations, code that VitePress includes, ids and other properties of blocks, and
 * directives without a label.
 */
const isDirective = (line: string): boolean =>
  /^(?:\{::?[^{}]*\}|\[\[_?toc_?\]\]|\[toc\]|\*\[[^\]]{1,100}\]:[^]*|<<<[ \t][^]*|\^[\w-]{4,60}|(?:id|collapsed):: [^]*|::[a-z][\w-]{0,40}\{[^{}]*\})$/i.test(
    line.trim(),
  );

const readable = (line: string): string =>
  withoutAttributes(tabOfHexo(line))
    .replace(/^( {0,3})\[\^([^\]\s]{1,40})\]:[ \t]*/, '$1\\[^$2]: ')
    // The name by which Obsidian links to a paragraph.
    .replace(/(?<=[^\s|])[ \t]\^[a-z\d][a-z\d-]{3,60}[ \t]*$/, '')
    .replace(
      /^([ \t>]*>[ \t]*)\[!([\w-]{1,30})(?:\|[^\]\n]{0,60})?\][-+]?[ \t]*([^]*)$/,
      (_, quote: string, name: string, title: string) =>
        `${quote}**${plainTitle(title) || capitalised(name)}**\n${quote}`,
    );

/** Hexo names a tab by a comment. */
const tabOfHexo = (line: string): string => {
  const name = /^<!--[ \t]{1,10}tab[ \t]{1,10}([^@<>]{1,100})(?:@[\w-]{1,40}[ \t]{0,10})?-->$/
    .exec(line.trim())?.[1]
    ?.trim();
  return name ? `\n**${name}**\n` : line;
};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
