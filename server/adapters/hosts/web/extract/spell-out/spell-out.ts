import { percentDecoded } from '../../../../../text/percent-decoded.ts';
import { escapeHtml } from '../../../../../markup/html.ts';
import { texFormula } from '../../../../../markup/tex-formula.ts';
import { taskMark, taskName } from '../../../../../markup/task-item.ts';
import { allOf, textOf, type DomElement } from '../dom.ts';
import { removePermalinks } from './heading-text.ts';
import { sayPlainly } from './say-plainly.ts';
import { captionTabs } from './tabs.ts';

/**
 * Adds to a text what a page expresses only by layout: captions of tabs, titles of hints, languages of code, ids of
 * headings. Removes footnote marks, since an answer would show them as its own citations.
 */
export const spellOut = (root: DomElement): void => {
  sayPlainly(root);
  captionTabs(root);
  for (const box of allOf(root, drawnHints)) leadDrawnHint(box);
  for (const box of allOf(root, hints)) leadHint(box);
  for (const code of allOf(root, 'pre')) nameLanguage(code);
  for (const target of allOf(root, 'a[name], a[id], span[id]')) nameNextHeading(target);
  for (const heading of allOf(root, 'h1, h2, h3, h4, h5, h6')) {
    nameHeading(heading);
    flatten(heading);
    removePermalinks(heading);
  }
  for (const box of allOf(root, 'li input[type="checkbox"]')) spellTask(box);
  for (const image of allOf(root, 'img[alt]')) leaveToCaption(image);
  for (const mark of allOf(root, footnoteMarks)) mark.remove();
  for (const formula of allOf(root, 'script[type^="math/tex"]')) spellFormula(formula);
};

const hints =
  '[class*="admonition"], [class*="callout"], .blockquote-tag, aside[class*="aside"], .custom-block, .markdown-alert, .alert, .hint';
const longestTitle = 100;

/** Puts the title of a hint at the beginning of its first sentence, so that “Warning” is not separated from its text. */
const leadHint = (box: DomElement): void => {
  const title = allOf(box, 'p, div, span, strong, h2, h3, h4, h5, h6').find((element) =>
    /title|heading/i.test(element.getAttribute('class') ?? ''),
  );
  const text = textOf(title);
  if (!title || text === '' || text.length > longestTitle || !textOf(box).startsWith(text)) return;
  title.remove();
  // Asciidoctor lays hints out with a table.
  const cell = box.querySelector('td.content');
  if (cell) box.innerHTML = cell.innerHTML;
  lead(box, text);
};

/** Hints of DocBook, which are tables: an icon with the title, and the text below. */
const drawnHints = 'div.note, div.tip, div.warning, div.caution, div.important';

const leadDrawnHint = (box: DomElement): void => {
  const [table, ...others] = Array.from(box.children);
  if (table?.tagName !== 'TABLE' || others.length > 0 || allOf(table, 'td img, th').length === 0) return;
  const text = allOf(table, 'td').findLast((cell) => textOf(cell) !== '');
  if (text === undefined || allOf(table, 'tr').length > 2) return;
  const title = textOf(table.querySelector('th')) || (table.querySelector('img')?.getAttribute('alt') ?? '');
  box.innerHTML = text.innerHTML;
  lead(box, title.replace(/^\[|\]$/g, '').slice(0, longestTitle));
};

/** Inserts the title before the first sentence of a hint. */
const lead = (box: DomElement, title: string): void => {
  const said = title.charAt(0).toUpperCase() + title.slice(1);
  const opening = `<strong>${escapeHtml(said)}${/[\p{P}]$/u.test(said) ? '' : ':'}</strong>`;
  const first = box.querySelector('p, ul, ol, pre, table, dl');
  const isSentence = first === null || first.tagName === 'P';
  const target = isSentence ? (first ?? innermost(box)) : box;
  target.innerHTML = isSentence ? `${opening} ${target.innerHTML}` : `<p>${opening}</p>${target.innerHTML}`;
};

const innermost = (box: DomElement): DomElement => {
  const [only, ...others] = Array.from(box.children);
  return only?.tagName === 'DIV' && others.length === 0 ? innermost(only) : box;
};

/** Highlighters write the language on the code, or on one of the boxes around it. */
const nameLanguage = (code: DomElement): void => {
  let around: DomElement | null = code.querySelector('code') ?? code;
  for (let boxes = 0; around !== null && boxes < 7; boxes++, around = around.parentElement) {
    const language = languageOf(around);
    if (language === '') continue;
    if (!plainCode.test(language))
      code.setAttribute('class', `${code.getAttribute('class') ?? ''} language-${language}`);
    return;
  }
};

const languageOf = (element: DomElement): string =>
  element.getAttribute('data-language') ??
  element.getAttribute('data-lang') ??
  /(?:^|\s)(?:lang(?:uage)?-|mw-highlight-lang-|highlight-(?:source-)?|code (?:file )?)([\w+#.-]{1,30})/.exec(
    element.getAttribute('class') ?? '',
  )?.[1] ??
  '';

const plainCode = /^(?:default|none|text|txt|plain|plaintext|notranslate|wrapper|block|box)$|[^\w+#.-]/i;

/** Sets the id of a heading from its permalink or from the section that it opens. */
const nameHeading = (heading: DomElement): void => {
  if (heading.hasAttribute('id')) return;
  const inner = heading.querySelector('[id], a[name]');
  const own = inner?.getAttribute('id') ?? inner?.getAttribute('name') ?? '';
  const link = allOf(heading, 'a[href^="#"]').at(-1)?.getAttribute('href')?.slice(1) ?? '';
  const id = own || link || sectionOf(heading);
  if (id !== '') heading.setAttribute('id', percentDecoded(id));
};

/** Uses an empty anchor target directly before a heading as its id. */
const nameNextHeading = (target: DomElement): void => {
  const heading = target.nextElementSibling;
  if (heading === null || !/^H[1-6]$/.test(heading.tagName) || heading.hasAttribute('id')) return;
  const id = target.getAttribute('id') ?? target.getAttribute('name') ?? '';
  if (id !== '' && textOf(target) === '') heading.setAttribute('id', id);
};

/** Maximum of boxes between a heading and its section: DocBook has three. */
const maxBoxes = 5;

/** The id of the section that begins with a heading; `''` when it has none. */
const sectionOf = (heading: DomElement): string => {
  let [first, section] = [heading, heading.parentElement];
  for (let boxes = 0; section !== null && boxes < maxBoxes; boxes++) {
    if (!/^(?:section|div)$/i.test(section.tagName) || section.children[0] !== first) break;
    const id = section.getAttribute('id') ?? '';
    if (id !== '') return id;
    [first, section] = [section, section.parentElement];
  }
  return '';
};

/** Removes boxes inside a heading, since they would end it. */
const flatten = (heading: DomElement): void => {
  for (const box of allOf(heading, 'div, p')) {
    const inline = heading.ownerDocument.createElement('span');
    inline.innerHTML = box.innerHTML;
    box.replaceWith(inline);
  }
};

/** Replaces the checkbox of a task by text. */
const spellTask = (box: DomElement): void => {
  const item = box.closest('li');
  if (!item || allOf(item, 'input')[0] !== box) return;
  const isTask = box.hasAttribute('disabled') || taskName.test(namesOf(item)) || taskName.test(namesOf(box));
  if (!isTask) return;
  const mark = taskMark(box.hasAttribute('checked'));
  const text = allOf(item, 'p').find((one) => one.closest('li') === item) ?? box.closest('label, li') ?? item;
  box.remove();
  text.innerHTML = mark + text.innerHTML.trimStart();
};

const namesOf = (element: DomElement): string =>
  `${element.getAttribute('class') ?? ''} ${element.getAttribute('data-type') ?? ''}`;

/** Removes an image's alternative text that repeats its caption. */
const leaveToCaption = (image: DomElement): void => {
  const alt = (image.getAttribute('alt') ?? '').trim();
  const box = image.closest('figure, .figure, .wp-caption, .image-block');
  if (alt !== '' && box !== null && textOf(box).includes(alt)) image.setAttribute('alt', '');
};

/** Replaces the script element in which MathJax keeps a formula by its source. */
const spellFormula = (script: DomElement): void => {
  const formula = script.ownerDocument.createElement('span');
  formula.innerHTML = escapeHtml(texFormula(script.textContent));
  script.replaceWith(formula);
};

const footnoteMarks =
  '.footnote-ref, .footnote-reference, .footnote-backref, .footnote-back, .reversefootnote, .footnote .label, ' +
  '[data-footnote-ref], [data-footnote-backref], a.footnote, sup.footnote, a[role="doc-noteref"], sup.reference, .mw-cite-backlink, ' +
  '.fn_top, .fn_bot';
