const svg = 'http://www.w3.org/2000/svg';

/** A drawing as an element, hidden from screen readers: its parent has the label. */
export function iconElement(drawing: string): SVGSVGElement {
  const element = document.createElementNS(svg, 'svg');
  const path = document.createElementNS(svg, 'path');
  const attributes = { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' };
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  path.setAttribute('d', drawing);
  element.append(path);
  return element;
}
