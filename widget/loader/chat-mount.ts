import { createPace } from '../kit/pace.ts';
import type { ChatElement } from './docent-chat.ts';

declare global {
  interface HTMLElementTagNameMap {
    'docent-chat': ChatElement;
  }
  interface Window {
    /** The element of the page in which older themes place the chat. */
    __AI_CHAT_CONTAINER__?: unknown;
  }
}

export const chatOnPage = (): ChatElement | null => document.querySelector('docent-chat');

/** Pages opened with `?ai-embed=1` show the chat alone, without a button. */
const isFrame = (): boolean => new URLSearchParams(location.search).get('ai-embed') === '1';

/**
 * Adds a chat to the page unless the page has its own, and restores it: themes that navigate without a page load
 * remove elements that they did not add. Returns a function that removes it.
 */
export function placeChat(): () => void {
  const ours = document.createElement('docent-chat');
  const container = window.__AI_CHAT_CONTAINER__;
  if (container instanceof HTMLElement) ours.setAttribute('inline', '');
  else if (isFrame()) for (const name of ['inline', 'framed']) ours.setAttribute(name, '');

  // A page may take away what it does not know, as soon as it comes.
  const mayAdd = createPace();
  const look = () => {
    const others = document.querySelectorAll('docent-chat').length - Number(ours.isConnected);
    if (others > 0) ours.remove();
    else if (!ours.isConnected && mayAdd())
      (container instanceof HTMLElement ? container : homeOnPage()).append(ours);
  };
  const observer = new MutationObserver(() => {
    watch();
    look();
  });
  // The body itself may be replaced.
  const watch = () => {
    observer.observe(document.documentElement, { childList: true });
    observer.observe(document.body, { childList: true });
  };
  look();
  watch();
  return () => {
    observer.disconnect();
    ours.remove();
  };
}

/**
 * The body, unless fixed elements would scroll with it: its transformation or filter makes it their containing block.
 */
function homeOnPage(): HTMLElement {
  const { transform, filter, perspective, backdropFilter, contain } = getComputedStyle(document.body);
  const isPlain = [transform, filter, perspective, backdropFilter].every(
    (value) => !value || value === 'none',
  );
  return isPlain && !/paint|layout|strict|content/.test(contain) ? document.body : document.documentElement;
}
