import { escapeHtml } from '../../../../markup/html.ts';
import type { FeedText } from '../extract/read-feed.ts';

/** The whole texts that feeds hold, for pages that a script draws. */
export interface FeedTexts {
  note(path: string, text: FeedText): void;
  of(path: string): FeedText | undefined;
}

const mostTexts = 500;
/** Characters of all texts together. */
const mostCharacters = 8_000_000;

/** Keeps the texts that came last, within bounds. */
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
      if (text.html.length > mostCharacters) return;
      texts.set(path, text);
      characters += text.html.length;
      for (const oldest of texts.keys()) {
        if (texts.size <= mostTexts && characters <= mostCharacters) break;
        forget(oldest);
      }
    },
    of: (path) => texts.get(path),
  };
};

/** A page with the text of a feed, so that it is read as every other page is. */
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
