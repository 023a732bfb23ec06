import sanitizeHtml from 'sanitize-html';
import { readHtml } from '../../../../markup/html-events.ts';
import type { Resolve } from './links.ts';

/** Sanitises an article's HTML to text and images; addresses are resolved, links to other sites get `nofollow`. */
export const sanitise = (html: string, resolve: Resolve): string =>
  sanitizeHtml(html, {
    ...rules,
    transformTags: {
      a: (tagName, { href = '', ...attributes }) => {
        const to = resolve(href);
        const foreign = to !== undefined && /^[a-z]+:/i.test(to) && { rel: 'nofollow noopener' };
        return { tagName, attribs: { ...attributes, ...(to !== undefined && { href: to }), ...foreign } };
      },
      img: (tagName, { src = '', ...attributes }) => {
        const to = resolve(src);
        return { tagName, attribs: { ...attributes, ...(to !== undefined && { src: to }), loading: 'lazy' } };
      },
      input: (tagName, { type = '', checked }) => ({
        tagName,
        attribs: { type, disabled: '', ...(checked !== undefined && { checked: '' }) },
      }),
    },
  });

/** The sanitiser takes quadratic time in the nesting depth; no article is nested deeper. */
export const isTooDeep = (html: string): boolean => {
  let depth = 0;
  let highest = 0;
  let unclosed = 0;
  readHtml(html, {
    open(name) {
      if (voidTags.has(name)) return;
      if (selfEnding.has(name)) unclosed++;
      else highest = Math.max(highest, ++depth);
    },
    close(name) {
      if (selfEnding.has(name)) unclosed--;
      else if (!voidTags.has(name)) depth = Math.max(0, depth - 1);
    },
    text: () => {},
  });
  return highest > maxDepth || unclosed > maxUnclosed;
};

const maxDepth = 200;
const maxUnclosed = 5000;

const voidTags = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const selfEnding = new Set('dd dt li option p rp rt tbody td tfoot th thead tr'.split(' '));

/** Kinds of table cells by the length of their text. */
const cellKinds = ['long', 'short'];

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const rules: sanitizeHtml.IOptions = {
  allowedTags: (
    'a abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure hr i img input ins ' +
    'kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr'
  )
    .split(' ')
    .concat(headings),
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    abbr: ['title'],
    code: ['class'],
    details: ['open'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    input: ['type', 'checked', 'disabled'],
    ol: ['start', 'reversed'],
    td: ['align', 'colspan', 'rowspan'],
    th: ['align', 'colspan', 'rowspan', 'scope'],
    ...Object.fromEntries(headings.map((heading) => [heading, ['id']])),
  },
  allowedClasses: { code: ['language-*'], td: cellKinds, th: cellKinds },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nonTextTags: 'script style textarea option noscript template iframe object svg math title'.split(' '),
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs['type'] !== 'checkbox',
};
