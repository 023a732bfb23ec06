import type { SearchLauncher } from './search-launcher.ts';
import type { Settings } from './settings.ts';

const name = 'SearchWidget';

/**
 * Answers the calls `SearchWidget.open()` and `SearchWidget.close()` of a theme with our search, also when the script that
 * defines them comes later. The original is kept: it answers while search is off, and again after `signal`.
 */
export async function takeOverThemeSearch(
  search: Pick<SearchLauncher, 'open' | 'close'>,
  settings: Promise<Settings>,
  signal: AbortSignal,
): Promise<void> {
  const { searchEnabled } = await settings;
  if (!searchEnabled || signal.aborted) return;
  const giveBack = takeOver({ open: () => void search.open(), close: () => search.close() });
  signal.addEventListener('abort', giveBack, { once: true });
}

/** Puts `ours` in the place of the theme's global; returns the way back. */
function takeOver(ours: unknown): () => void {
  const original = Object.getOwnPropertyDescriptor(window, name);
  let theirs: unknown = original && 'value' in original ? original.value : undefined;
  // A global that a classic script declared with `var` can be set, but not defined anew.
  if (original?.configurable === false) {
    Reflect.set(window, name, ours);
    return () => Reflect.set(window, name, theirs);
  }
  Object.defineProperty(window, name, {
    configurable: true,
    get: () => ours,
    set: (value: unknown) => {
      theirs = value;
    },
  });
  return () => {
    Reflect.deleteProperty(window, name);
    if (theirs !== undefined) Reflect.set(window, name, theirs);
  };
}
