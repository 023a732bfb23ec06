import type { ChatElement } from '../docent-chat.ts';
import { searchHook, type SearchLauncher } from '../search-launcher.ts';
import { opensChat, opensSearch } from './shortcuts.ts';

/** Elements of a page that open the chat; the attribute's value, if any, is put into its field. */
const chatHook = 'data-docent-open';
/** Parameter of an address whose value is put into the field of the chat. */
const parameter = 'docent-ask';

export interface PageSignsDeps {
  readonly search: SearchLauncher;
  readonly chat: () => ChatElement | null;
  readonly hasKeys: boolean;
  readonly signal: AbortSignal;
}

/** Opens chat and search where a page or a visitor asks for it: by keys, by elements with our attributes, and by a link with a question. */
export function followPageSigns({ search, chat, hasKeys, signal }: PageSignsDeps): void {
  const openChat = (question: string | null | undefined) =>
    void chat()?.open({ query: question?.trim() ?? '', submit: false });

  function press(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const isForChat = opensChat(event);
    if (!isForChat && !(search.isOn() && opensSearch(event))) return;
    event.preventDefault();
    if (!isForChat) search.toggle();
    else if (chat()?.shadowRoot?.querySelector('dialog')?.open) chat()?.close();
    else openChat(undefined);
  }

  function click(event: MouseEvent): void {
    const path = event.composedPath();
    const having = (hook: string) =>
      path.find((each): each is Element => each instanceof Element && each.hasAttribute(hook));
    const [forSearch, forChat] = [having(searchHook), having(chatHook)];
    if (forSearch && search.isOn()) void search.open(forSearch.getAttribute(searchHook)?.trim() || undefined);
    else if (forChat) openChat(forChat.getAttribute(chatHook));
    else return;
    event.preventDefault();
  }

  // After the page's own handlers, wherever they were added: a page that has the key for something else keeps it.
  if (hasKeys) addEventListener('keydown', press, { signal });
  document.addEventListener('click', click, { signal });
  const asked = new URLSearchParams(location.search).get(parameter);
  if (asked?.trim()) openChat(asked);
}
