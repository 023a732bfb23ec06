import { escapeHtml } from '../../../../markup/html.ts';
import type { FeedText } from '../extract/read-feed.ts';

/** Full texts from feeds, for pages that are rendered by a script. */
export interface FeedTexts {
  note(path: string, text: FeedText): void;
  of(path: string): FeedText | undefined;
}

const maxTexts = 500;
/** Maximum total length of all texts. */
const maxCharacters = 8_000_000;

/** Keeps the latest texts, within limits. */
export const createFeedTexts = (): FeedTexts => {
  const texts = new Map<string, FeedText>();
  let characters = 0;
  const forget = (path: string) => {
    characters -= texts.get(path)?.html.length ?? 0;
    texts.delete(path);
  };
  return {
    note(path, text) {
      forget(path);
      if (text.html.length > maxCharacters) return;
      texts.set(path, text);
      characters += text.html.length;
      for (const oldest of texts.keys()) {
        if (texts.size <= maxTexts && characters <= maxCharacters) break;
        forget(oldest);
      }
    },
    of: (path) => texts.get(path),
  };
};

/** An HTML page with the text of a feed entry, so that it is extracted like any other page. */
export const pageOf = ({ title, html, published }: FeedText): string => {
  const date = Date.parse(published);
  const time = Number.isFinite(date)
    ? `<meta property="article:published_time" content="${new Date(date).toISOString()}">`
    : '';
  const name = escapeHtml(title);
  return (
    `<!doctype html><html><head><title>${name}</title><meta property="og:type" content="article">${time}</head>` +
    `<body><main><article><h1>${name}</h1><div class="post-content">${html}</div></article></main></body></html>`
  );
};
