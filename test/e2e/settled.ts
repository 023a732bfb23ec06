import type { Page, Request } from 'playwright-core';

/**
 * Tells when a page of the console has come to rest: every request is answered, and what is shown no longer changes. The
 * page itself counts the time, so that a busy machine only makes it longer. Called before the first page is opened.
 */
export function whenSettled(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let begun = 0;
  page.on('request', (request) => {
    begun += 1;
    open.add(request);
  });
  const end = (request: Request) => void open.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    for (let before = -1; open.size > 0 || before !== begun;) {
      before = begun;
      await page.evaluate(untilNothingChanges);
    }
  };
}

/** Resolves 100 ms after the last change of the document. */
const untilNothingChanges = `new Promise((resolve) => {
  let timer;
  const watch = new MutationObserver(() => wait());
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      watch.disconnect();
      resolve();
    }, 100);
  };
  watch.observe(document, { childList: true, subtree: true, characterData: true });
  wait();
})`;
