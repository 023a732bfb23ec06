import temml from 'temml';
import { formulaAttributes, formulaElements, formulaOptions } from '../../../contract/widget/formulas.ts';

/** Attributes that a formula may have within the widget's shadow root, besides those of pages. */
const ownAttributes = new Set(['style', 'encoding', 'xmlns']);

/** Renders a TeX formula as MathML; `undefined` when it cannot be rendered safely. */
export function drawFormula(formula: string, isDisplayed: boolean): Node | undefined {
  const place = document.createElement('span');
  try {
    temml.render(formula, place, formulaOptions(isDisplayed));
  } catch {
    return undefined;
  }
  const isSafe = [...place.querySelectorAll('*')].every(
    (element) =>
      element.namespaceURI === 'http://www.w3.org/1998/Math/MathML' &&
      formulaElements.has(element.localName) &&
      element.getAttributeNames().every((name) => formulaAttributes.has(name) || ownAttributes.has(name)),
  );
  return isSafe ? (place.firstElementChild ?? undefined) : undefined;
}
