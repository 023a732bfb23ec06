import { escapeHtml } from '../../../../../markup/html.ts';
import {
  hiddenMail,
  isBackwards,
  isStruck,
  linkedMail,
  listType,
  protectedMail,
  raises,
} from '../../../../../markup/said/said-tags.ts';
import { allOf, type DomElement } from '../dom.ts';

/** Applies information in attributes before these are removed: deletes struck-out text and decodes protected e-mail addresses. */
export const sayPlainly = (root: DomElement): void => {
  for (const element of allOf(
    root,
    's, strike, del, [style], [class], [data-cfemail], a[href*="email-protection#"]',
  )) {
    const attributeOf = (name: string) => element.getAttribute(name);
    if (isStruck(element.tagName.toLowerCase(), attributeOf)) {
      element.remove();
      continue;
    }
    const mail = protectedMail(attributeOf);
    const linked = linkedMail(attributeOf);
    if (mail !== undefined) element.innerHTML = escapeHtml(mail);
    else if (linked !== '' && element.textContent.search(hiddenMail) >= 0)
      element.innerHTML = escapeHtml(element.textContent.replace(hiddenMail, linked));
    else if (isBackwards(attributeOf))
      element.innerHTML = escapeHtml(Array.from(element.textContent).toReversed().join(''));
    else if (!['SUP', 'SUB'].includes(element.tagName) && raises('', attributeOf) !== '') {
      const tag = raises('', attributeOf);
      element.innerHTML = `<${tag}>${element.innerHTML}</${tag}>`;
    } else if (element.tagName === 'OL') element.setAttribute('type', listType(attributeOf));
    // It is read again, and the address is now said.
    if (mail !== undefined) for (const name of ['data-cfemail', 'class']) element.removeAttribute(name);
  }
};
