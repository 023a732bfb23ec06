import DOMPurify from 'dompurify';
import { Lexer, Parser, Renderer, type MarkedOptions, type Tokens } from 'marked';
import markdownCss from './markdown.css?inline';
import { adopt } from './adopt.ts';
import { createBlockReader } from './blocks.ts';
import { strongBesideCjk } from './cjk-emphasis.ts';
import { optionsWith } from './marked-options.ts';
import { mathExtensions } from './math.ts';
import { finish } from './prose-finish.ts';
import { markedText, updateMarks, type MarkCounter, type ProseContext } from '../mark-nodes.ts';
import { nextTask } from '../../kit/when-idle.ts';
import type { Texts } from '../../texts/texts.ts';

/** Renders Markdown in an element; unchanged blocks keep their nodes. */
export interface ProseView {
  /**
   * Renders for at most one time slice and returns true when everything is shown; `isOpen` means that more text may
   * come. Another call with the same text continues.
   */
  show(markdown: string, context: ProseContext, isOpen: boolean): boolean;
}

interface Block {
  readonly source: string;
  readonly context: ProseContext;
  readonly element: HTMLElement;
  /** Numbers of marks before it and in it. */
  readonly marksBefore: number;
  readonly marks: number;
  /** True when its enrichment is finished or scheduled. */
  isFinished: boolean;
}

/** Length of a time slice in milliseconds, after which the page can run other work; slow phones render one block per slice. */
const sliceMs = 3;

export { markdownCss };

/** Answers come from a model and are as untrusted as any foreign content: see `sanitised`. */
export function createProseView(host: HTMLElement, text: Texts): ProseView {
  const options = createOptions(text);
  const blocksOf = createBlockReader(plain);
  let blocks: Block[] = [];
  let shownWith: ProseContext | undefined;

  const draw = (
    source: string,
    context: ProseContext,
    marksBefore: number,
    old: Block | undefined,
  ): Block => {
    const counter = { count: marksBefore };
    const fresh = render(source, context, counter, options);
    const element = old && !old.isFinished ? old.element : fresh;
    if (element !== fresh) {
      element.className = fresh.className;
      adopt(element, fresh);
    } else if (old) old.element.replaceWith(fresh);
    else host.append(fresh);
    return { source, context, element, marksBefore, marks: counter.count - marksBefore, isFinished: false };
  };

  /** Renders changes from the beginning; returns true when the time was sufficient. */
  const drawChanged = (sources: readonly string[], context: ProseContext): boolean => {
    const until = performance.now() + sliceMs;
    let [marks, hasDrawn] = [0, false];
    for (const [n, source] of sources.entries()) {
      const old = blocks[n];
      if (!old || !stands(old, source, context, marks)) {
        if (hasDrawn && performance.now() > until) return false;
        blocks[n] = draw(source, context, marks, old);
        hasDrawn = true;
      }
      marks += blocks[n]?.marks ?? 0;
    }
    for (const { element } of blocks.splice(sources.length)) element.remove();
    return true;
  };

  return {
    show(markdown, context, isOpen) {
      const isWhole = drawChanged(blocksOf(markdown), context);
      if (shownWith?.quotes !== context.quotes || shownWith.citations !== context.citations)
        updateMarks(host, context);
      shownWith = context;
      // The last block of an incomplete answer is rendered again with the next word.
      const done = isOpen ? blocks.slice(0, -1) : blocks;
      // Before it is on the page it has no styles to bring along.
      for (const block of isWhole || host.isConnected ? done : []) {
        if (!block.isFinished) void finishBlock(block.element, context);
        block.isFinished = true;
      }
      return isWhole;
    },
  };
}

/** Samples of all kinds of content; each adds one rule, in the order in which the parser tries them. */
const samples = (
  '\n@    a@```k\nl\n```@# \\*@# <b>@# [d](e)@# [d]@# **b**@# _b_@# `c`@# ~~b~~@# <a:b>@# a@***@<p>@[a]: b@' +
  '| i |\n| - |\n| j |@a\n-@a  \nb@> a@- g@1. h\n   - g'
).split('@');

/**
 * Renders samples, in tasks of one time slice: browsers compile code and patterns when they first run, which would
 * delay the first block.
 */
async function readSamples(): Promise<void> {
  let until = 0;
  const rest = async () => {
    if (performance.now() < until) return;
    await nextTask();
    until = performance.now() + sliceMs;
  };
  for (const sample of samples) {
    await rest();
    const html = htmlOf(sample, plain);
    await rest();
    sanitised(html);
  }
  await nextTask();
}

const started: { samples?: Promise<void> } = {};

/** Initializes the module once per page. */
export const warmUp = (): Promise<void> => (started.samples ??= readSamples());

/** True when a rendered block is still current: its marks can be updated, its links cannot. */
const stands = (block: Block, source: string, context: ProseContext, marksBefore: number) =>
  block.source === source && block.marksBefore === marksBefore && isSame(block.context, context);

const isSame = (one: ProseContext, other: ProseContext) =>
  one.showMarks === other.showMarks &&
  (one.citations === other.citations ||
    one.citations.map(({ url }) => url).join('\n') === other.citations.map(({ url }) => url).join('\n'));

/** Highlights code and renders formulas, if any; without the module they stay as source text. */
async function finishBlock(element: HTMLElement, context: ProseContext): Promise<void> {
  if (!element.querySelector('pre, [data-formula]')) return;
  const module = await import('./enrich.ts').catch(() => undefined);
  await module?.enrich(element, context);
}

/** One block as an element; a block that cannot be parsed is shown as source text. */
function render(
  source: string,
  context: ProseContext,
  counter: MarkCounter,
  options: MarkedOptions,
): HTMLElement {
  const element = document.createElement('div');
  element.className = 'block';
  try {
    element.append(finish(sanitised(htmlOf(source, options)), context, counter));
  } catch {
    element.classList.add('plain');
    element.append(markedText(source, context, counter));
  }
  return element;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A formula is a special kind of code until it is rendered. */
const mathShown = (formula: string, isDisplayed: boolean) =>
  isDisplayed
    ? `<pre data-language="TeX" data-formula="displayed"><code>${escaped(formula)}</code></pre>`
    : `<code data-formula="inline">${escaped(formula)}</code>`;

/** Splits the text into blocks as the renderer does. */
const plain = optionsWith([...mathExtensions(mathShown), strongBesideCjk]);

const htmlOf = (source: string, options: MarkedOptions): string =>
  Parser.parse(Lexer.lex(source, { ...options }), options);

/** Tags without attributes that say how a text is read; all others are shown as text. */
const harmlessTag = /(<\/?(?:br|kbd|sub|sup|details|summary)\s{0,3}\/?>)/i;

const shownHtml = (text: string): string =>
  text
    .split(harmlessTag)
    .map((part, n) => (n % 2 === 1 ? part.toLowerCase() : escaped(part)))
    .join('');

/** HTML in an answer is shown as text, but for a few tags; pictures are replaced by their description, so nothing remote is loaded. */
const createOptions = (texts: Texts): MarkedOptions => ({
  ...plain,
  renderer: Object.assign(new Renderer(), {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => shownHtml(text),
    image: ({ text }: Tokens.Image) => (text ? escaped(texts('image', { alt: text })) : ''),
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
    code: ({ text, lang = '' }: Tokens.Code) =>
      `<pre data-language="${escaped(lang.split(/\s/)[0] ?? '')}"><code>${escaped(text)}</code></pre>`,
    heading(this: Renderer, { tokens, depth }: Tokens.Heading) {
      // The window's title is the level above; headings of answers have one level, so that none is skipped.
      return `<h3 data-depth="${depth}">${this.parser.parseInline(tokens)}</h3>`;
    },
  }),
});

DOMPurify.setConfig({
  ALLOWED_TAGS:
    'p br strong em del code pre ul ol li blockquote h3 hr table thead tbody tr th td a kbd sub sup details summary'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'start', 'align', 'data-language', 'data-depth', 'data-formula'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
});

/**
 * Second line of defence: only these tags and attributes remain, whatever the renderer produced. No styles, forms,
 * pictures, frames or ids. The result is nodes, never a string that is parsed again.
 */
const sanitised = (html: string): DocumentFragment => DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true });
