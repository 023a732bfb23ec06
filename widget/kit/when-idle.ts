/** Idle work that waited this long is done although the page is busy, in milliseconds. */
const patienceMs = 1000;

/** Resolves when the page has nothing better to do; each wait ends in a task of its own. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: patienceMs });
    else setTimeout(resolve, 50);
  });

/** Resolves in a task of its own, so that the page has its turn in between. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
