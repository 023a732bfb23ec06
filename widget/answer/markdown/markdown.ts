import DOMPurify from 'dompurify';
import { Lexer, Marked, type Tokens } from 'marked';
import { strongBesideCjk } from './cjk-emphasis.ts';
import { mathExtensions } from './math.ts';
import { finish } from './prose-finish.ts';
import { markedText, updateMarks, type MarkCounter, type ProseContext } from '../mark-nodes.ts';

/** Shows Markdown in an element; blocks that did not change keep their nodes. `isOpen` says that more text may come. */
export interface ProseView {
  show(markdown: string, context: ProseContext, isOpen: boolean): void;
}

interface Block {
  readonly source: string;
  readonly element: HTMLElement;
  /** How many marks stand in it. */
  readonly marks: number;
  /** Whether its code is coloured and its formulas are drawn. */
  isEnriched: boolean;
}

/** Answers come from a model and are as trusted as any stranger: see `sanitised`. */
export function createProseView(host: HTMLElement): ProseView {
  let blocks: Block[] = [];
  let shownWith: ProseContext | undefined;
  return {
    show(markdown, context, isOpen) {
      const sources = blocksOf(markdown);
      const kept = isSame(shownWith, context) ? commonStart(blocks, sources) : 0;
      const counter = { count: blocks.slice(0, kept).reduce((sum, { marks }) => sum + marks, 0) };
      const fresh = sources.slice(kept).map((source): Block => {
        const before = counter.count;
        const element = render(source, context, counter);
        return { source, element, marks: counter.count - before, isEnriched: false };
      });
      if (kept === 0) host.replaceChildren();
      for (const old of blocks.slice(kept)) old.element.remove();
      host.append(...fresh.map((block) => block.element));
      blocks = [...blocks.slice(0, kept), ...fresh];
      if (shownWith?.quotes !== context.quotes || shownWith.citations !== context.citations)
        updateMarks(host, context);
      shownWith = context;
      // The last block of an answer on its way is drawn again with the next word.
      for (const block of isOpen ? blocks.slice(0, -1) : blocks) {
        if (!block.isEnriched) enrich(block.element, context);
        block.isEnriched = true;
      }
    },
  };
}

/** Whether blocks that were drawn for one context stand in the other: the marks in them can be updated, links cannot. */
const isSame = (one: ProseContext | undefined, other: ProseContext) =>
  one !== undefined &&
  one.showMarks === other.showMarks &&
  (one.citations === other.citations ||
    one.citations.map(({ url }) => url).join('\n') === other.citations.map(({ url }) => url).join('\n'));

const commonStart = (blocks: readonly Block[], sources: readonly string[]) => {
  const changed = blocks.findIndex((block, n) => block.source !== sources[n]);
  return changed < 0 ? blocks.length : changed;
};

/** The Markdown cut at its top-level blocks: paragraphs, lists, tables, code. */
function blocksOf(markdown: string): string[] {
  try {
    return new Lexer(reader.defaults)
      .blockTokens(markdown.replace(/\r\n?/g, '\n'))
      .filter((block) => block.type !== 'space')
      .map((block) => block.raw);
  } catch {
    return [markdown];
  }
}

/** Colours code and draws formulas where there are some; without the module they stay as they are written. */
function enrich(element: HTMLElement, context: ProseContext): void {
  if (!element.querySelector('pre, [data-formula]')) return;
  void import('./enrich.ts').then(
    (module) => module.enrich(element, context),
    () => undefined,
  );
}

/** One block as an element; a block that cannot be read as Markdown is shown as it is written. */
function render(source: string, context: ProseContext, counter: MarkCounter): HTMLElement {
  const element = document.createElement('div');
  element.className = 'block';
  try {
    element.append(finish(sanitised(marked(context).parse(source, { async: false })), context, counter));
  } catch {
    element.classList.add('plain');
    element.append(markedText(source, context, counter));
  }
  return element;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A formula is code of a kind of its own, until it is drawn. */
const mathShown = (formula: string, isDisplayed: boolean) =>
  isDisplayed
    ? `<pre data-language="TeX" data-formula="displayed"><code>${escaped(formula)}</code></pre>`
    : `<code data-formula="inline">${escaped(formula)}</code>`;

/** Cuts the text at its blocks as the renderer does. */
const reader = new Marked({ extensions: [...mathExtensions(mathShown), strongBesideCjk] });

/** HTML inside an answer is shown as text; pictures become their description, so nothing remote is ever loaded. */
const marked = (context: ProseContext) =>
  new Marked({
    extensions: [...mathExtensions(mathShown), strongBesideCjk],
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => (/^<br\s*\/?>\s*$/i.test(text) ? '<br>' : escaped(text)),
      image: ({ text }: Tokens.Image) => (text ? escaped(context.text('image', { alt: text })) : ''),
      checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
      code: ({ text, lang = '' }: Tokens.Code) =>
        `<pre data-language="${escaped(lang.split(/\s/)[0] ?? '')}"><code>${escaped(text)}</code></pre>`,
      heading({ tokens, depth }: Tokens.Heading) {
        // The window's title is the level above; answers have one level, so that none is skipped.
        return `<h3 data-depth="${depth}">${this.parser.parseInline(tokens)}</h3>`;
      },
    },
  });

const tags = 'p br strong em del code pre ul ol li blockquote h3 hr table thead tbody tr th td a'.split(' ');
const attributes = ['href', 'start', 'align', 'data-language', 'data-depth', 'data-formula'];

/**
 * The second wall: only these tags and attributes remain, whatever the renderer let through. No styles, forms,
 * pictures, frames or ids. The result is nodes, never a string that is parsed again.
 */
const sanitised = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
