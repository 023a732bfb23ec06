import temml from 'temml';

/**
 * The allowed elements of formulas: presentational MathML. Links, pictures and HTML are not allowed, so a formula
 * with them stays as source text.
 */
const elements = new Set(
  (
    'math mrow mi mn mo ms mtext mspace mstyle mpadded mphantom mfrac msqrt mroot msub msup msubsup munder mover ' +
    'munderover mmultiscripts mprescripts mtable mtr mtd menclose merror none'
  ).split(' '),
);
const attributes = new Set(
  (
    'accent accentunder class columnalign columnlines columnspacing depth display displaystyle fence form height ' +
    'largeop linethickness lspace mathcolor mathvariant maxsize minsize movablelimits notation rowlines rowspacing ' +
    'rspace scriptlevel separator stretchy style symmetric voffset width columnspan rowspan encoding xmlns'
  ).split(' '),
);

/** Renders a TeX formula as MathML; `undefined` when it cannot be rendered safely. */
export function drawFormula(formula: string, isDisplayed: boolean): Node | undefined {
  const place = document.createElement('span');
  try {
    temml.render(formula, place, {
      wrap: 'none',
      displayMode: isDisplayed,
      throwOnError: true,
      trust: false,
      maxExpand: 200,
      maxSize: [10, 200],
    });
  } catch {
    return undefined;
  }
  const isSafe = [...place.querySelectorAll('*')].every(
    (element) =>
      element.namespaceURI === 'http://www.w3.org/1998/Math/MathML' &&
      elements.has(element.localName) &&
      element.getAttributeNames().every((name) => attributes.has(name)),
  );
  return isSafe ? (place.firstElementChild ?? undefined) : undefined;
}
