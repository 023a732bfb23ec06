/** Maximum wait of idle work in milliseconds, after which it runs although the page is busy. */
const patienceMs = 1000;

/** Resolves when the page is idle; each wait ends in a separate task. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: patienceMs });
    else setTimeout(resolve, 50);
  });

/** Resolves in a new task, so that the page can run other work in between. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
