/** Line drawings on a 24 × 24 grid, as SVG path data. */
export const icons = {
  chat: 'M5.5 5h13A2.5 2.5 0 0 1 21 7.5v7a2.5 2.5 0 0 1-2.5 2.5H12l-4.5 3.5V17h-2A2.5 2.5 0 0 1 3 14.5v-7A2.5 2.5 0 0 1 5.5 5z',
  message:
    'M4 6.5A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5v9a1.5 1.5 0 0 1-1.5 1.5H9l-5 3.5zM8.5 11h.01M12 11h.01M15.5 11h.01',
  robot:
    'M12 3.5V7M6.5 7h11A1.5 1.5 0 0 1 19 8.5v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 16.5v-8A1.5 1.5 0 0 1 6.5 7zM9.5 11.5v1.5M14.5 11.5v1.5M2.5 11v4M21.5 11v4M9 21h6',
  service:
    'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13.5h2A1.5 1.5 0 0 1 8 15v2a1.5 1.5 0 0 1-1.5 1.5h-.5A1.5 1.5 0 0 1 4.5 17zM19.5 13.5h-2A1.5 1.5 0 0 0 16 15v2a1.5 1.5 0 0 0 1.5 1.5h.5a1.5 1.5 0 0 0 1.5-1.5zM18.5 18.5c0 1.5-2 2.5-5 2.5',
  question:
    'M12 21a9 9 0 1 0-8-4.9L3 21l4.9-1A9 9 0 0 0 12 21zM9.7 9.5a2.4 2.4 0 1 1 3.6 2.1c-.8.5-1.3 1-1.3 1.9M12 16.5h.01',
  bulb: 'M9.5 18h5M10.5 21h3M12 3a6.2 6.2 0 0 0-3.7 11.2c.8.6 1.2 1.3 1.2 2.3h5c0-1 .4-1.7 1.2-2.3A6.2 6.2 0 0 0 12 3z',
  plane: 'M20.5 3.5L3.5 10l7 3.5 3.5 7zM20.5 3.5l-10 10',
  like: 'M7.5 10.5v9.5H4.5a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1zM7.5 11l3.6-7.2c1.4 0 2.4 1 2.4 2.4V9.5h5a2 2 0 0 1 2 2.3l-1 6.4a2.2 2.2 0 0 1-2.2 1.8H7.5',
  heart: 'M12 20s-8-4.8-8-10.6A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.4C20 15.2 12 20 12 20z',
  star: 'M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7L12 16.8l-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  sparkles:
    'M10.5 4.5l1.7 4.3 4.3 1.7-4.3 1.7-1.7 4.3-1.7-4.3-4.3-1.7 4.3-1.7zM17.5 14.5l.9 2.1 2.1.9-2.1.9-.9 2.1-.9-2.1-2.1-.9 2.1-.9z',
  fire: 'M12 21c-3.9 0-6.5-2.6-6.5-6.1 0-3.7 3-5.2 4-9.4.2-.9.2-1.7 0-2.5 3 .9 5 3.7 5 6.5 0 .9-.2 1.6-.5 2.2 1-.3 1.7-1.2 1.9-2.2 1.6 1.5 2.6 3.4 2.6 5.4 0 3.5-2.6 6.1-6.5 6.1z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.2l3.3 2',
  tag: 'M4 4h7.5L20.5 13 13 20.5 4 11.5zM8.2 8.2h.01',
  category:
    'M3.5 6.5A1.5 1.5 0 0 1 5 5h4.5l2 2.5H19A1.5 1.5 0 0 1 20.5 9v8.5A1.5 1.5 0 0 1 19 19H5a1.5 1.5 0 0 1-1.5-1.5z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5',
  close: 'M6 6l12 12M18 6L6 18',
  compose:
    'M12 5H6.5A1.5 1.5 0 0 0 5 6.5v11A1.5 1.5 0 0 0 6.5 19h11a1.5 1.5 0 0 0 1.5-1.5V12M10 14l1-3.5L18.5 3 21 5.5 13.5 13z',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7.5 7.5h9v9h-9z',
  copy: 'M9 9h9.5A1.5 1.5 0 0 1 20 10.5V19a1.5 1.5 0 0 1-1.5 1.5H10A1.5 1.5 0 0 1 8.5 19V9zM15.5 9V5A1.5 1.5 0 0 0 14 3.5H5.5A1.5 1.5 0 0 0 4 5v8.5A1.5 1.5 0 0 0 5.5 15h3',
  check: 'M5 12.5l4.7 4.7L19.5 7',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5V8H15',
  chevron: 'M7 10l5 5 5-5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.7h.01',
  save: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  reply: 'M5 5v6.5A2.5 2.5 0 0 0 7.5 14H19M14.5 9.5L19 14l-4.5 4.5',
  page: 'M7 3.5h7l4.5 4.5v11a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 19V5A1.5 1.5 0 0 1 7 3.5zM13.5 3.5V8.5h5M9 13h6M9 16.5h4',
  down: 'M12 5v14M6 13l6 6 6-6',
} as const;

export type IconName = keyof typeof icons;

/** The drawing for each icon of the configuration. */
const launcherIcons: Readonly<Record<string, IconName>> = {
  'ri-sparkling-2-line': 'sparkles',
  'ri-chat-3-line': 'chat',
  'ri-robot-2-line': 'robot',
  'ri-message-2-line': 'message',
  'ri-customer-service-2-line': 'service',
  'ri-question-answer-line': 'question',
  'ri-shining-line': 'sparkles',
  'ri-lightbulb-line': 'bulb',
  'ri-send-plane-line': 'plane',
  'ri-thumb-up-line': 'like',
  'ri-heart-line': 'heart',
  'ri-star-line': 'star',
};

export const launcherIcon = (name: string): IconName => launcherIcons[name] ?? 'chat';

const svg = 'http://www.w3.org/2000/svg';

/** An icon as an element, hidden from screen readers: its parent has the label. */
export function iconElement(name: IconName): SVGSVGElement {
  const element = document.createElementNS(svg, 'svg');
  const path = document.createElementNS(svg, 'path');
  const attributes = { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' };
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  path.setAttribute('d', icons[name]);
  element.append(path);
  return element;
}
