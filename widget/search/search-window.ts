import type { ChatElement } from '../loader/docent-chat.ts';
import { keepKeys } from '../loader/keep-keys.ts';
import { mountLazy } from '../loader/mount-lazy.ts';
import type { Service } from '../loader/service.ts';
import type { ShellSettings } from '../loader/shell-settings.ts';
import { createShell, applyTheme } from '../appearance/shell.ts';
import { pageLanguage } from '../texts/language.ts';
import { shellTexts, shellWords } from '../texts/shell-texts.ts';
import { bringStyles } from '../ui/bring-styles.ts';
import type { SearchPanel } from './panel-parts.ts';
import { searchWindowTexts } from './window-texts.ts';
import windowCss from './search-window.css?inline';

export interface SearchWindow {
  /** Opens, searching for `keyword` if given. */
  open(settings: ShellSettings, keyword?: string): Promise<void>;
  close(): void;
  isShown(): boolean;
  /** Removes it from the page. */
  remove(): void;
}

/** The search window; its content is a module of its own, made anew for other settings or another language. */
export function createSearchWindow(
  service: Pick<Service, 'base' | 'site' | 'loadSearch' | 'loadWords'>,
  chat: () => ChatElement | null,
): SearchWindow {
  const host = document.createElement('docent-search');
  const shell = createShell(host);
  const dialog = document.createElement('dialog');
  let panel: Promise<SearchPanel> | undefined;
  let made: { readonly settings: ShellSettings; readonly language: string } | undefined;
  let removeTheme = () => {};
  let isOpen = false;
  dialog.className = 'overlay';
  shell.append(dialog);
  bringStyles(dialog, windowCss);

  const isShown = () => dialog.matches(':modal');
  const tell = (event: 'search-open' | 'search-close' | 'error', detail?: unknown) =>
    host.dispatchEvent(new CustomEvent(`docent:${event}`, { bubbles: true, composed: true, detail }));

  async function open(settings: ShellSettings, keyword?: string): Promise<void> {
    if (!host.isConnected) document.body.append(host);
    // A page that replaces its body takes an open window along.
    if (!isShown()) dialog.open = false;
    const language = pageLanguage(host);
    if (made?.settings !== settings || made.language !== language) panel = undefined;
    made = { settings, language };
    const words = await shellWords(language, service.loadWords);
    const own = searchWindowTexts(language, settings.texts);
    const text = { ...shellTexts(words, language, settings), loadFailed: own.loadFailed };
    dialog.setAttribute('aria-label', own.search);
    removeTheme();
    removeTheme = applyTheme(shell, { theme: settings.searchTheme, color: settings.searchColor });
    if (!dialog.open) {
      dialog.showModal();
      isOpen = true;
      tell('search-open');
    }
    await mountLazy(dialog, {
      text,
      loadPanel: () => loadPanel(settings),
      shown: (filled) => dialog.open && filled.start(keyword),
      close,
      failed: (reason) => tell('error', { reason }),
    });
  }

  function close(): void {
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

  function loadPanel(settings: ShellSettings): Promise<SearchPanel> {
    panel ??= createPanel(settings);
    // A failed load is retried at the next opening.
    panel.catch(() => (panel = undefined));
    return panel;
  }

  async function createPanel(settings: ShellSettings): Promise<SearchPanel> {
    const { createSearchPanel } = await service.loadSearch();
    return await createSearchPanel({
      shell: settings,
      language: pageLanguage(host),
      base: service.base,
      site: service.site,
      close,
      ...(settings.allowGuest && { continueAsChat: (finished) => void chat()?.continueFrom(finished) }),
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
  keepKeys(dialog);
  return {
    open,
    close,
    isShown,
    remove() {
      close();
      removeTheme();
      host.remove();
    },
  };
}
