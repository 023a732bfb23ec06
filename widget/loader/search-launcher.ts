import type { ChatElement } from './docent-chat.ts';
import { mountLazy } from './mount-lazy.ts';
import type { SearchPanel } from '../search/panel-parts.ts';
import { opensSearch } from './search-keys.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';
import { createShell, applyTheme } from '../appearance/shell.ts';
import { pageLanguage, type Language } from '../texts/language.ts';
import { shellTexts } from '../texts/shell-texts.ts';

export interface SearchLauncher {
  /** Opens the search window, searching for `keyword` if given; does nothing while search is off. */
  open(keyword?: string): Promise<void>;
  close(): void;
  /** Removes the window and its keyboard shortcuts. */
  remove(): void;
}

/** Elements of a theme that open the search; the attribute's value, if any, is the keyword. */
const hook = 'data-docent-search';

/** A theme may hide its button until the search is available. */
function showHooks(): void {
  for (const place of document.querySelectorAll<HTMLElement>(`[${hook}][hidden]`)) place.hidden = false;
}

/**
 * Opens the search window by Ctrl or Command with K, the slash key outside of inputs, and elements with the attribute
 * `data-docent-search`. The window is a module loaded at the first opening.
 */
export function createSearchLauncher(service: Service, chat: () => ChatElement | null): SearchLauncher {
  const host = document.createElement('docent-search');
  const shell = createShell(host);
  const dialog = document.createElement('dialog');
  const stop = new AbortController();
  const { signal } = stop;
  let settings: Settings | undefined;
  let panel: Promise<SearchPanel> | undefined;
  let removeTheme = () => {};
  let isOpen = false;
  let wantsOpen = false;
  /** The language of the panel. */
  let spoken: Language | undefined;
  dialog.className = 'overlay';
  shell.append(dialog);

  const isShown = () => dialog.matches(':modal');
  const tell = (event: 'search-open' | 'search-close') =>
    host.dispatchEvent(new CustomEvent(`docent:${event}`, { bubbles: true, composed: true }));

  async function open(keyword?: string): Promise<void> {
    wantsOpen = true;
    const language = pageLanguage(host);
    if (!settings || language !== spoken) await prepare();
    if (!settings?.searchEnabled || signal.aborted || !wantsOpen) return;
    if (!host.isConnected) document.body.append(host);
    // A page that replaces its body takes an open window along.
    if (!isShown()) dialog.open = false;
    const text = shellTexts(language, settings);
    dialog.setAttribute('aria-label', text.search);
    removeTheme();
    removeTheme = applyTheme(shell, { theme: settings.searchTheme, color: settings.searchColor });
    if (!dialog.open) {
      dialog.showModal();
      isOpen = true;
      tell('search-open');
    }
    const words = { ...text, loadFailed: text.searchLoadFailed };
    const shown = (filled: SearchPanel) => dialog.open && filled.start(keyword);
    await mountLazy(dialog, { text: words, loadPanel, shown, close });
  }

  function close(): void {
    wantsOpen = false;
    if (!dialog.open) return;
    dialog.close();
    ended();
  }

  /** At once, since the browser tells of a closed dialog later, when it may be open again for another search. */
  function ended(): void {
    if (!isOpen) return;
    isOpen = false;
    removeTheme();
    void panel?.then((each) => each.leave()).catch(() => undefined);
    tell('search-close');
  }

  function loadPanel(): Promise<SearchPanel> {
    panel ??= createPanel();
    // A failed load is retried at the next opening.
    panel.catch(() => (panel = undefined));
    return panel;
  }

  async function createPanel(): Promise<SearchPanel> {
    const [{ createSearchPanel }, given] = await Promise.all([
      service.loadSearch(),
      service.configuration.soon(),
    ]);
    return await createSearchPanel({
      settings: given,
      language: pageLanguage(host),
      base: service.base,
      site: service.site,
      close,
      ...(given.allowGuest && { continueAsChat: (finished) => void chat()?.continueFrom(finished) }),
    });
  }

  dialog.addEventListener('close', () => {
    if (!dialog.open) ended();
  });
  // Only a click on the backdrop targets the dialog itself.
  dialog.addEventListener('click', ({ target }) => target === dialog && close());
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    close();
  });
  /** Reads the settings in the language of the page; a search in another one is made anew. */
  async function prepare(): Promise<void> {
    const language = pageLanguage(host);
    take(await service.configuration.soon(), language);
  }
  function take(next: Settings, language: Language): void {
    if (settings !== next || spoken !== language) panel = undefined;
    settings = next;
    spoken = language;
    if (settings.searchEnabled && !signal.aborted) showHooks();
  }
  const first = pageLanguage(host);
  void prepare().then(async () => take(await service.configuration.settled(), first));
  openOnSigns(signal, {
    isOn: () => settings?.searchEnabled === true,
    open: (keyword) => void open(keyword),
    toggle: () => (isShown() ? close() : void open()),
  });

  return {
    open,
    close,
    remove() {
      close();
      stop.abort();
      removeTheme();
      host.remove();
    },
  };
}

/** Follows the keys of the search and clicks on elements with its attribute. */
function openOnSigns(
  signal: AbortSignal,
  search: {
    readonly isOn: () => boolean;
    readonly open: (keyword?: string) => void;
    readonly toggle: () => void;
  },
): void {
  // After the page's own handlers, wherever they were added: a page that has a search of its own on the key keeps it.
  window.addEventListener(
    'keydown',
    (event) => {
      if (!search.isOn() || event.defaultPrevented || !opensSearch(event)) return;
      event.preventDefault();
      search.toggle();
    },
    { signal },
  );
  document.addEventListener(
    'click',
    (event) => {
      const place = event.composedPath().find((each) => each instanceof Element && each.hasAttribute(hook));
      if (!(place instanceof Element) || !search.isOn()) return;
      event.preventDefault();
      search.open(place.getAttribute(hook)?.trim() || undefined);
    },
    { signal },
  );
}
