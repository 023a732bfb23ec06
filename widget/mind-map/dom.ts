const svg = 'http://www.w3.org/2000/svg';

/** Line drawings on a 24 × 24 grid, as SVG path data. */
const drawings = {
  map: 'M3.5 12h4M7.5 12c4 0 3-6.5 7-6.5M7.5 12h7M7.5 12c4 0 3 6.5 7 6.5M14.5 5.5h6M14.5 12h6M14.5 18.5h6',
  chevron: 'M7 10l5 5 5-5',
  fewer: 'M5 12h14',
  more: 'M5 12h14M12 5v14',
  fit: 'M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9M15 4h3.5A1.5 1.5 0 0 1 20 5.5V9M20 15v3.5a1.5 1.5 0 0 1-1.5 1.5H15M9 20H5.5A1.5 1.5 0 0 1 4 18.5V15M9 12h6',
  text: 'M4 6.5h.01M8 6.5h12M8 12h.01M12 12h8M8 17.5h.01M12 17.5h8',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5V8H15',
  full: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  save: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
} as const;

export type Drawing = keyof typeof drawings;

/** An icon as an element, hidden from screen readers: its parent has the label. */
export function drawing(name: Drawing): SVGSVGElement {
  const element = document.createElementNS(svg, 'svg');
  const path = document.createElementNS(svg, 'path');
  element.setAttribute('class', 'icon');
  element.setAttribute('viewBox', '0 0 24 24');
  element.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', drawings[name]);
  element.append(path);
  return element;
}

/** An element with attributes and content; texts become text. */
export function make<N extends keyof HTMLElementTagNameMap>(
  name: N,
  attributes: Readonly<Record<string, string>>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[N] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...content);
  return element;
}

/** A button with a text. */
export function button(className: string, words: string, act: () => void): HTMLButtonElement {
  const element = make('button', { type: 'button', class: className }, words);
  element.addEventListener('click', act);
  return element;
}

/** A button with an icon; its label is its name and tooltip. */
export function tool(name: Drawing, words: string, act: () => void, ...more: string[]): HTMLButtonElement {
  const element = make(
    'button',
    { type: 'button', class: 'tool', title: words, 'aria-label': words },
    drawing(name),
    ...more,
  );
  element.addEventListener('click', act);
  return element;
}
