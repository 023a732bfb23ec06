import type { SearchWindow } from '../search/search-window.ts';
import { watchPage } from '../kit/watch-page.ts';
import type { ChatElement } from './docent-chat.ts';
import type { Service } from './service.ts';
import type { ShellSettings } from './shell-settings.ts';

/** Elements of a page that open the search; the attribute's value, if any, is the keyword. */
export const searchHook = 'data-docent-search';

export interface SearchLauncher {
  /** Opens the search window, searching for `keyword` if given; does nothing while search is off. */
  open(keyword?: string): Promise<void>;
  close(): void;
  /** Opens the window, or closes it. */
  toggle(): void;
  /** True once it is known that search is on. */
  isOn(): boolean;
  /** Removes the window. */
  remove(): void;
}

/** Loads the search window at its first opening, and shows what pages hide until search is known to be on. */
export function createSearchLauncher(service: Service, chat: () => ChatElement | null): SearchLauncher {
  const { configuration } = service;
  const stop = new AbortController();
  let settings: ShellSettings | undefined;
  let place: SearchWindow | undefined;
  let loading: Promise<SearchWindow> | undefined;
  let wantsOpen = false;

  const isOn = () => settings?.searchEnabled === true && !stop.signal.aborted;
  const take = (next: ShellSettings) => {
    settings = next;
    showHooks();
  };
  const showHooks = () => {
    if (!isOn()) return;
    for (const hidden of document.querySelectorAll<HTMLElement>(`[${searchHook}][hidden]`))
      hidden.hidden = false;
  };

  async function load(): Promise<SearchWindow> {
    const { createSearchWindow } = await service.loadSearchWindow();
    return (place ??= createSearchWindow(service, chat));
  }

  async function open(keyword?: string): Promise<void> {
    wantsOpen = true;
    // In the language that the page has now.
    take(await configuration.soon());
    if (!settings || !isOn()) return;
    loading ??= load();
    loading.catch(() => (loading = undefined));
    const loaded = await loading;
    if (wantsOpen && isOn()) await loaded.open(settings, keyword);
  }

  function close(): void {
    wantsOpen = false;
    place?.close();
  }

  // The chat was opened meanwhile.
  document.addEventListener('docent:open', () => (wantsOpen = false), { signal: stop.signal });
  const stopWatching = watchPage(showHooks);
  void configuration
    .soon()
    .then(take)
    .then(async () => take(await configuration.settled()));

  return {
    open,
    close,
    isOn,
    toggle: () => (place?.isShown() ? close() : void open()),
    remove() {
      close();
      stop.abort();
      stopWatching();
      place?.remove();
    },
  };
}
