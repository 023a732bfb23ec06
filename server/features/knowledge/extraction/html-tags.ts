import { isDisclosure, isPluginPart, openedBy } from '../../../markup/page-parts.ts';
import { isShadowRoot } from '../../../markup/said/said-tags.ts';

type Attributes = ReadonlyMap<string, string>;

/** Elements that end the running paragraph at their start and end. */
export const blockTags: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol optgroup p pre section ' +
    'summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Elements whose content is invisible, or a control rather than text. */
const muteTags: ReadonlySet<string> = new Set(
  (
    'audio button canvas datalist embed head iframe map nav noscript object rp rt script select style svg ' +
    'template textarea title video'
  ).split(' '),
);

const voidTags: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Elements that end where the next of their kind begins. */
export const selfEnding: ReadonlySet<string> = new Set('dd dt li option p td th tr'.split(' '));

/** True when everything up to the closing tag is skipped; `opened` contains the ids of hidden panels that buttons open. */
export const isUnread = (name: string, attributes: Attributes, opened: ReadonlySet<string>): boolean =>
  !voidTags.has(name) &&
  ((muteTags.has(name) && !isShadowRoot(name, (one) => attributes.get(one))) ||
    (isHidden(attributes) && !isPanel(attributes) && !opened.has(attributes.get('id') ?? '')) ||
    isLineNumbers(attributes) ||
    isDrawnFormula(attributes) ||
    (partTags.has(name) && isPluginPart(classOf(attributes))));

/** Elements in which plugins write content that is not part of the article. */
const partTags: ReadonlySet<string> = new Set('aside div form ol p section ul'.split(' '));

/** Elements whose only text may be the button that opens the following panel. */
export const captionTags: ReadonlySet<string> = new Set('dt h1 h2 h3 h4 h5 h6 summary'.split(' '));

/** Elements that may be the panel of the caption before them. */
export const panelTags: ReadonlySet<string> = new Set('dd div ol p section ul'.split(' '));

/** True for a button of an accordion that is not inside a heading; `opened` as in {@link isUnread}. */
export const isDisclosureButton = (attributes: Attributes, opened: ReadonlySet<string>): boolean =>
  /accordion|faq/i.test(classOf(attributes)) ||
  (attributes.has('aria-expanded') &&
    (attributes.has('aria-controls') || isDisclosure(classOf(attributes)))) ||
  (opened.size > 0 &&
    attributes.get('role') !== 'tab' &&
    openedBy((name) => attributes.get(name)).some((id) => opened.has(id)));

/** True for the symbol of a caption that shows whether its panel is open. */
export const isIcon = (name: string, attributes: Attributes): boolean =>
  name === 'span' && attributes.get('aria-hidden') === 'true';

/** True for panels of accordions and tabs, whose content counts as text even while closed. */
const isPanel = (attributes: Attributes): boolean =>
  /^(?:tabpanel|region)$/.test(attributes.get('role') ?? '') || isDisclosure(classOf(attributes));

const classOf = (attributes: Attributes): string => attributes.get('class') ?? '';

export const isHidden = (attributes: Attributes): boolean =>
  (attributes.has('hidden') && attributes.get('hidden') !== 'until-found') ||
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes.get('style') ?? '');

/** True for the rendered form of a formula, which KaTeX adds next to its source. */
const isDrawnFormula = (attributes: Attributes): boolean => classOf(attributes) === 'katex-html';

const isLineNumbers = (attributes: Attributes): boolean =>
  /(?:^|\s)(?:gutter|lineno|linenos|line-numbers-rows)(?:\s|$)/.test(classOf(attributes));
