type Attributes = ReadonlyMap<string, string>;

/** Elements that end the running paragraph where they begin and where they end. */
export const blockTags: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol optgroup p pre section ' +
    'summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Elements whose content no reader sees, or sees as a control and not as text. */
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

/** True when everything up to the closing tag stays unread. */
export const isUnread = (name: string, attributes: Attributes): boolean =>
  !voidTags.has(name) && (muteTags.has(name) || isHidden(attributes) || isLineNumbers(attributes));

const isHidden = (attributes: Attributes): boolean =>
  (attributes.has('hidden') && attributes.get('hidden') !== 'until-found') ||
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes.get('style') ?? '');

const isLineNumbers = (attributes: Attributes): boolean =>
  /(?:^|\s)(?:gutter|lineno|linenos|line-numbers-rows)(?:\s|$)/.test(attributes.get('class') ?? '');
