/** The kind of a block of an article. A `heading` opens a section, a `rule` is a thematic break. */
export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'quote' | 'rule';

/** A block of an article as plain text, with its position. */
export interface Block {
  readonly kind: BlockKind;
  readonly text: string;
  /** Texts of the headings above, outermost first; a heading's own text is the last. */
  readonly headingPath: readonly string[];
  /** Fragment of the nearest heading above that has one, without `#`; `''` when there is none. */
  readonly anchor: string;
  /** 1 to 6 for a heading, 7 for a line in bold that serves as one, 0 for the rest. */
  readonly level: number;
  /** Markdown for quoting, where it differs from the text: tables, code and emphasis in running text. */
  readonly markdown?: string;
}

/** Maximum of blocks of an article. What follows is one paragraph, so that an article of tiny blocks costs no more than others. */
const maxBlocks = 10_000;

/** Longest heading in a path, in UTF-16 units; a longer one is repeated in full as a paragraph. */
const maxHeadingLength = 200;

/** Collects the blocks of one article in reading order, each with the headings above it. */
export interface Outline {
  heading(level: number, text: string, anchor: string): void;
  /** A paragraph in bold: a heading when content follows, else a paragraph. */
  boldLine(text: string, anchor: string, markdown?: string): void;
  add(kind: Exclude<BlockKind, 'heading'>, text: string, markdown?: string): void;
  readonly blocks: readonly Block[];
}

export const createOutline = (): Outline => {
  const blocks: Block[] = [];
  /** Texts behind the last block that an article may have. */
  const rest: string[] = [];
  const open: { level: number; text: string; anchor: string }[] = [];
  let headingPath: readonly string[] = [];
  let anchor = '';

  let bold: { text: string; anchor: string; markdown: string } | undefined;

  const push = (kind: BlockKind, text: string, level: number, markdown = text) => {
    if (blocks.length >= maxBlocks) rest.push(text);
    else blocks.push({ kind, text, headingPath, anchor, level, ...(markdown !== text && { markdown }) });
  };

  const section = (level: number, text: string, ownAnchor: string) => {
    const whole = withoutCodeMarks(text).replace(/\s+/g, ' ').trim();
    if (whole === '') return;
    if (blocks.length >= maxBlocks) return void rest.push(whole);
    const short = clip(whole);
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    open.push({ level, text: short, anchor: ownAnchor });
    headingPath = open.map((heading) => heading.text);
    anchor = open.findLast((heading) => heading.anchor !== '')?.anchor ?? '';
    push('heading', short, level);
    if (short !== whole) push('paragraph', whole, 0);
  };
  const content = (kind: BlockKind, text: string, markdown: string) => {
    const tidy = kind === 'code' ? text.replace(/^\n+/, '').trimEnd() : text.trim();
    const kept = withoutCodeMarks(tidy);
    if (kept !== '') push(kind, kept, 0, codeMarksAsMarkdown(markdown === text ? tidy : markdown.trim()));
  };
  const endBold = (isHeading: boolean) => {
    if (bold === undefined) return;
    const { text, anchor: own, markdown } = bold;
    bold = undefined;
    if (isHeading) section(boldLevel, text, own);
    else content('paragraph', text, markdown);
  };

  return {
    get blocks() {
      endBold(false);
      if (rest.length === 0) return blocks;
      const last: Block = { kind: 'paragraph', text: rest.join('\n\n'), headingPath, anchor, level: 0 };
      return [...blocks, last];
    },
    heading(level, text, ownAnchor) {
      endBold(false);
      section(level, text, ownAnchor);
    },
    boldLine(text, ownAnchor, markdown = text) {
      endBold(false);
      if (text.trim() !== '') bold = { text, anchor: ownAnchor, markdown };
    },
    add(kind, text, markdown = text) {
      if (text.trim() === '') return;
      endBold(kind !== 'rule');
      content(kind, text, markdown);
    },
  };
};

/** Level of a line in bold: below every heading. */
export const boldLevel = 7;

const clip = (text: string): string =>
  text.length <= maxHeadingLength
    ? text
    : `${text.slice(0, maxHeadingLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** Code between fences that are longer than any run of backticks inside; `language` may be `''`. */
export const fenced = (code: string, language: string): string => {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const text = code.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  return text === ''
    ? ''
    : `${fence}${/^[\w+#.-]{0,30}/.exec(language.trim())?.[0] ?? ''}\n${text}\n${fence}`;
};

/** Mark inline code of HTML until it is known whether plain text or Markdown is wanted. */
export const codeMarks = { open: '\uE001', close: '\uE002' } as const;

/** Mark a link within a heading until it is known whether it leads to the heading itself. */
export const linkMarks = { open: '\uE003', close: '\uE004' } as const;

const withoutCodeMarks = (text: string): string => text.replace(/[\uE001\uE002]/g, '');

/** Replaces the marks by backticks; code that contains a backtick or a line break stays plain. */
const codeMarksAsMarkdown = (text: string): string =>
  withoutCodeMarks(text.replace(/\uE001([^`\n\uE001\uE002]+)\uE002/g, '`$1`'));
