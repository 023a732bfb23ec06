import { bulb, chat, like, question, service, sparkles } from '../../appearance/drawings.ts';

/** The drawing for each icon of the configuration. */
const drawings: Readonly<Record<string, string>> = {
  'ri-sparkling-2-line': sparkles,
  'ri-robot-2-line':
    'M12 3.5V7M6.5 7h11A1.5 1.5 0 0 1 19 8.5v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 16.5v-8A1.5 1.5 0 0 1 6.5 7zM9.5 11.5v1.5M14.5 11.5v1.5M2.5 11v4M21.5 11v4M9 21h6',
  'ri-message-2-line':
    'M4 6.5A1.5 1.5 0 0 1 5.5 5h13A1.5 1.5 0 0 1 20 6.5v9a1.5 1.5 0 0 1-1.5 1.5H9l-5 3.5zM8.5 11h.01M12 11h.01M15.5 11h.01',
  'ri-customer-service-2-line': service,
  'ri-question-answer-line': question,
  'ri-shining-line': sparkles,
  'ri-lightbulb-line': bulb,
  'ri-send-plane-line': 'M20.5 3.5L3.5 10l7 3.5 3.5 7zM20.5 3.5l-10 10',
  'ri-thumb-up-line': like,
  'ri-heart-line': 'M12 20s-8-4.8-8-10.6A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.4C20 15.2 12 20 12 20z',
  'ri-star-line': 'M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7L12 16.8l-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
};

/** The drawing of an icon, as SVG path data; a speech bubble where there is none of that name. */
export const launcherIcon = (name: string): string => drawings[name] ?? chat;
