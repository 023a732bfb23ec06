import type { SearchLauncher } from './search-launcher.ts';
import type { ShellSettings } from './shell-settings.ts';

const name = 'SearchWidget';

/**
 * Redirects a theme's calls of `SearchWidget.open()` and `SearchWidget.close()` to our search, also when the defining
 * script loads later. The original is used while search is off, and again after `signal`.
 */
export async function takeOverThemeSearch(
  search: Pick<SearchLauncher, 'open' | 'close'>,
  settings: Promise<ShellSettings>,
  signal: AbortSignal,
): Promise<void> {
  const { searchEnabled } = await settings;
  if (!searchEnabled || signal.aborted) return;
  const giveBack = takeOver({ open: () => void search.open(), close: () => search.close() });
  signal.addEventListener('abort', giveBack, { once: true });
}

/** Replaces the theme's global by `ours`; returns a function that restores it. */
function takeOver(ours: unknown): () => void {
  const original = Object.getOwnPropertyDescriptor(window, name);
  let theirs: unknown = original && 'value' in original ? original.value : undefined;
  // A global declared with `var` can be assigned but not redefined.
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
