import { bulb, chat, like, question, service, sparkles } from './drawings.ts';

/** Line drawings on a 24 × 24 grid, as SVG path data. */
export const icons = {
  bulb,
  chat,
  like,
  question,
  service,
  sparkles,
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
