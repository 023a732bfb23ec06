import { cleanCharacters } from '../../../markup/markdown-source.ts';
import { codeMarks, createOutline, linkMarks, type Block, type Outline } from './blocks.ts';
import { createCodeReader } from './html-code.ts';
import { readHtml, type HtmlEvents, type HtmlReader } from '../../../markup/html-events.ts';
import { openedBy } from '../../../markup/page-parts.ts';
import { asSaid } from '../../../markup/said/as-said.ts';
import { createFormulaReader } from './html-formula.ts';
import { createListWriter } from './html-lists.ts';
import { numberAt, numberingOf } from './list-numbers.ts';
import { createProse } from './html-prose.ts';
import { withStarts } from './reversed-lists.ts';
import { createTableReader } from './html-table.ts';
import {
  blockTags,
  captionTags,
  isDisclosureButton,
  isHidden,
  isIcon,
  isUnread,
  panelTags,
  selfEnding,
} from './html-tags.ts';
import { isPermalinkSign, withoutPermalinkSign } from '../../../markup/permalink-sign.ts';
import { taskName } from '../../../markup/task-item.ts';

/** The blocks of an HTML document or fragment; anchors are the ids its headings carry. */
export const extractHtml = (html: string): readonly Block[] => {
  const outline = createOutline();
  walkHtml(html, outline);
  return outline.blocks;
};

/** Adds the visible content of an HTML fragment to an outline. */
export const walkHtml = (html: string, outline: Outline): void => {
  const page = createPageReader(outline);
  const said = asSaid(page);
  const text = cleanCharacters(html);
  readHtml(text, withStarts(text, skipUnread(said, panelsIn(text))));
  said.finish();
  page.finish();
};

/** Maximum of panels opened by buttons per text. */
const maxOpened = 1_000;

/** Ids of the hidden panels that an element of the page opens; the element may come after its panel. */
const panelsIn = (html: string): ReadonlySet<string> => {
  const opened = new Set<string>();
  if (!/aria-controls|data-(?:bs-)?target/i.test(html)) return opened;
  const hidden = new Set<string>();
  readHtml(html, {
    open(_, attributes) {
      const own = attributes.get('id');
      if (own !== undefined && isHidden(attributes)) hidden.add(own);
      for (const id of openedBy((name) => attributes.get(name))) if (opened.size < maxOpened) opened.add(id);
    },
    close: () => {},
    text: () => {},
  });
  return opened.intersection(hidden);
};

/** Passes on visible content only. The caption of an accordion is a button that is the whole heading. */
const skipUnread = (events: HtmlEvents, opened: ReadonlySet<string>): HtmlEvents => {
  let caption: 'none' | 'empty' | 'said' = 'none';
  /** True directly after a caption, when a hidden element is its panel. */
  let isBehindCaption = false;
  let unread: { name: string; depth: number } | undefined;
  return {
    open(name, attributes) {
      const isPanel = isBehindCaption && panelTags.has(name);
      isBehindCaption = false;
      if (unread?.name === name && selfEnding.has(name)) unread = undefined;
      if (unread) unread.depth += unread.name === name ? 1 : 0;
      else if (name === 'button' && (caption === 'empty' || isDisclosureButton(attributes, opened))) {
        events.open(caption === 'none' ? 'div' : 'span', attributes);
      } else if (
        (!isPanel && isUnread(name, attributes, opened)) ||
        (caption !== 'none' && isIcon(name, attributes))
      )
        unread = { name, depth: 1 };
      else {
        if (captionTags.has(name)) caption = 'empty';
        events.open(name, attributes);
      }
    },
    close(name) {
      if (!unread) {
        if (captionTags.has(name)) caption = 'none';
        isBehindCaption = captionTags.has(name) || name === 'button';
        events.close(name);
      } else if (unread.name === name && --unread.depth === 0) {
        unread = undefined;
        isBehindCaption = name === 'button';
      }
    },
    text(text) {
      if (unread) return;
      if (text.trim() !== '') isBehindCaption = false;
      if (caption === 'empty' && text.trim() !== '') caption = 'said';
      events.text(text);
    },
  };
};

/** Tracks only elements that change the meaning of the text inside, so that nesting costs nothing. */
const createPageReader = (outline: Outline): HtmlReader => {
  const lists = createListWriter(outline);
  const prose = createProse(outline, lists);
  const { run } = prose;
  let quotes = 0;
  let heading: { level: number; id: string } | undefined;
  let inner: HtmlReader | undefined;
  let isTask = false;

  const endParagraph = () => {
    if (heading) run.blank();
    else prose.end(quotes > 0);
  };
  const endHeading = () => {
    if (heading) outline.heading(heading.level, headingText(prose.take()), heading.id);
    heading = undefined;
  };
  /** Ends the running paragraph before a separate block. */
  const breakOff = () => {
    endHeading();
    endParagraph();
    lists.flush();
  };
  /** Ends everything before a separate block; an anchor target before the block does not belong to the next heading. */
  const beginBlock = () => {
    breakOff();
    prose.takeTarget();
  };
  const leave = () => (inner = undefined);

  const begin: Readonly<Record<string, (attributes: ReadonlyMap<string, string>) => void>> = {
    br: () => run.lineBreak(),
    // Captions of tabs are adjacent without blanks.
    label: () => run.blank(),
    img: (attributes) => run.image(attributes),
    code: () => run.text(codeMarks.open),
    a: (attributes) => {
      if (heading && attributes.get('href')?.includes('#') === true) run.text(linkMarks.open);
    },
    input: (attributes) => {
      if (attributes.get('type') !== 'checkbox' || !lists.isOpen) return;
      if (isTask || attributes.has('disabled') || taskName.test(namesOf(attributes)))
        lists.task(attributes.has('checked'));
    },
    hr: () => {
      beginBlock();
      outline.add('rule', '---');
    },
    li: (attributes) => {
      lists.item(false, numberAt(attributes.get('value')));
      isTask = taskName.test(namesOf(attributes));
    },
    dt: () => lists.item(false),
    dd: () => lists.item(true),
    ul: () => prose.beginList(false),
    dl: () => prose.beginList(false),
    ol: (attributes) =>
      prose.beginList(
        true,
        numberingOf((name) => attributes.get(name)),
      ),
    blockquote: () => {
      lists.flush();
      quotes++;
    },
    pre: (attributes) => {
      beginBlock();
      inner = createCodeReader(attributes, outline, leave);
    },
    math: () => {
      inner = createFormulaReader((formula) => {
        leave();
        run.text(formula);
      });
    },
    table: () => {
      beginBlock();
      inner = createTableReader(outline, leave);
    },
  };

  return {
    open(name, attributes) {
      if (inner) return inner.open(name, attributes);
      const level = headingLevel(name);
      if (level > 0) {
        breakOff();
        heading = { level, id: attributes.get('id') ?? prose.takeTarget() };
      } else if (heading?.id === '') heading.id = attributes.get('id') ?? attributes.get('name') ?? '';
      if (level === 0 && blockTags.has(name)) {
        if (endsHeading.has(name)) endHeading();
        endParagraph();
      }
      prose.open(name, attributes);
      if (Object.hasOwn(begin, name)) begin[name]?.(attributes);
    },
    close(name) {
      if (inner) return inner.close(name);
      prose.close(name);
      if (headingLevel(name) > 0) endHeading();
      else if (blockTags.has(name)) endParagraph();
      if (name === 'ul' || name === 'ol' || name === 'dl') prose.endList();
      if (name === 'blockquote') quotes = Math.max(0, quotes - 1);
      if (name === 'code') run.text(codeMarks.close);
      if (name === 'a' && heading) run.text(linkMarks.close);
    },
    text(text) {
      if (inner) inner.text(text);
      else prose.text(text);
    },
    finish() {
      inner?.finish();
      breakOff();
    },
  };
};

/** Blocks that cannot be inside a heading; they mean that its end tag is missing. */
const endsHeading: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'li', 'p', 'blockquote']);

const namesOf = (attributes: ReadonlyMap<string, string>): string =>
  `${attributes.get('class') ?? ''} ${attributes.get('data-type') ?? ''}`;

const headingLevel = (name: string): number => (/^h[1-6]$/.test(name) ? Number(name.charAt(1)) : 0);

/** The text of a heading without its permalink symbol. */
const headingText = (text: string): string =>
  withoutPermalinkSign(
    text
      .replace(/\uE003([^\uE003\uE004]*)\uE004/g, (_, inner: string) => (isPermalinkSign(inner) ? '' : inner))
      .replace(/[\uE003\uE004]/g, ''),
  );
