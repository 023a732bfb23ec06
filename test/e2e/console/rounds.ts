import type { Page } from 'playwright-core';
import { z } from 'zod';

/** Requests of a page until its content is drawn; one of a later round waited for a reply. */
const Rounds = z.array(z.object({ path: z.string(), round: z.int() }));

/**
 * Counts the rounds of requests of each navigation inside the console, by the order of requests and replies alone, so that
 * it does not matter how long they take. Called before the first page is opened.
 */
export async function countRounds(page: Page) {
  await page.addInitScript(`{
    let sent = [];
    let replied = 0;
    window.roundsUntilDrawn = undefined;
    const fetchNow = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const list = sent;
      const own = { path: String(input instanceof Request ? input.url : input), round: replied + 1 };
      list.push(own);
      try {
        return await fetchNow(input, init);
      } finally {
        if (list === sent) replied = Math.max(replied, own.round);
      }
    };
    const pushState = history.pushState.bind(history);
    history.pushState = (...given) => {
      pushState(...given);
      sent = [];
      replied = 0;
      window.roundsUntilDrawn = undefined;
    };
    new MutationObserver(() => {
      if (window.roundsUntilDrawn || replied === 0) return;
      if (!document.querySelector('main h1') || document.querySelector('main .n-skeleton')) return;
      window.roundsUntilDrawn = [...sent];
    }).observe(document, { childList: true, subtree: true });
  }`);
  return {
    /** Requests of the page until it was drawn; nothing before that. */
    drawn: async () => Rounds.optional().parse((await page.evaluate('window.roundsUntilDrawn')) ?? undefined),
  };
}
