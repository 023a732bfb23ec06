/** Listeners for possible changes of the site. */
export const createHints = () => {
  const listeners = new Set<() => void>();
  return {
    onChange(hint: () => void) {
      listeners.add(hint);
      return { close: () => void listeners.delete(hint) };
    },
    tell(): void {
      for (const hint of listeners) hint();
    },
    close: () => listeners.clear(),
  };
};

/** Calls `tell` at most once in `ms` milliseconds, the first time after `firstMs`. */
export const debounced = (tell: () => void, firstMs: number, ms: number) => {
  let timer: NodeJS.Timeout | undefined;
  let lastAt = -Infinity;
  return {
    call(): void {
      if (timer) return;
      const wait = Math.max(firstMs, lastAt + ms - performance.now());
      timer = setTimeout(() => {
        timer = undefined;
        lastAt = performance.now();
        tell();
      }, wait).unref();
    },
    stop: () => clearTimeout(timer),
  };
};
