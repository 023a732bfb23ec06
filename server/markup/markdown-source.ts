import { withoutAttributes } from './dialect/attribute-lists.ts';
import { withDefinitions } from './dialect/definition-lists.ts';
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
  plainDialect(
    withDefinitions(
      withContainers(
        withSlashBlocks(
          stripOutsideCode(withoutHiddenComments(cleanCharacters(source), createFenceTracker())),
        ),
      ),
    ),
  );

/** Valid Unicode without byte order mark, carriage returns and control characters (databases refuse NUL). */
export const cleanCharacters = (text: string): string =>
  text
    .toWellFormed()
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '');

const stripOutsideCode = (text: string): string => {
  if (!text.includes('{{') && !text.includes('{%')) return text;
  const inFence = createFenceTracker();
  const kept: string[] = [];
  let prose: string[] = [];
  const flush = () => {
    if (prose.length > 0) kept.push(stripShortcodes(prose.join('\n')));
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
  if (!match) return line.trimStart().startsWith(':::') ? unnamed : undefined;
  const [, name = '', bracketed = '', rest = ''] = match;
  if (name === '') return rest.trim() === '' ? { kind: 'close' } : unnamed;
  const title = (bracketed || rest).replace(/\{[^{}]*\}/g, '').trim();
  const quoted = !['code-group', 'tabs', 'tab', 'v-pre', 'raw'].includes(name);
  return {
    kind: 'open',
    label: title === '' ? capitalised(name) : title,
    quoted,
    isGroup: name === 'code-group',
  };
};

const unnamed = { kind: 'open', label: '', quoted: false, isGroup: false } as const;

/** Lines for the generator only: attribute lists and tables of contents. */
const isDirective = (line: string): boolean =>
  /^[ \t]*(?:\{::?[^{}]*\}|\[\[toc\]\]|\[toc\])[ \t]*$/i.test(line);

const readable = (line: string): string =>
  withoutAttributes(line)
    .replace(/^( {0,3})\[\^([^\]\s]{1,40})\]:[ \t]*/, '$1\\[^$2]: ')
    .replace(
      /^([ \t>]*>[ \t]*)\[!(\w{1,20})\][-+]?[ \t]*([^]*)$/,
      (_, quote: string, name: string, title: string) =>
        `${quote}**${title || capitalised(name)}**\n${quote}`,
    );

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
