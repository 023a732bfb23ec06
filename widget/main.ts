/**
 * The loader: what `<script src="…/widget.js" async></script>` runs. It defines `<docent-chat>` and, unless the page
 * places that element itself, adds one. Everything heavy is a module that loads when a visitor first wants it.
 */
import { chatModule } from 'virtual:docent-modules';
import { apiPaths } from './api-paths.ts';
import { defineChat, type Service } from './docent-chat.ts';
import { settingsFrom } from './settings.ts';

/** `data-references="show"` on the script tag shows sources whatever the configuration says. */
const showsSources = thisScript()?.dataset['references'] === 'show';

/** How long a page waits for the configuration before it goes on with the defaults, in milliseconds. */
const patienceMs = 4000;

const address = thisScript()?.src;
if (address && !customElements.get('docent-chat')) {
  defineChat(serviceAt(new URL('.', address)));
  whenParsed(placeChat);
}

/** The service whose script is `widget.js` in the folder `base`. */
function serviceAt(base: URL): Service {
  return {
    base,
    settings: loadSettings(new URL(apiPaths.settings, base))
      .then(settingsFrom)
      .then((settings) => (showsSources ? { ...settings, showReferences: true } : settings)),
    // A classic script from another origin has no address to resolve modules against, so this one is absolute.
    loadChat: () => import(/* @vite-ignore */ new URL(`widget/${chatModule}`, base).href),
  };
}

function thisScript(): HTMLScriptElement | undefined {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript;
  // Themes that load scripts as modules leave no current script.
  return document.querySelector<HTMLScriptElement>('script[src*="/widget.js"]') ?? undefined;
}

/** The configuration as it came, or nothing: a page never breaks because a setting did not arrive. */
async function loadSettings(url: URL): Promise<unknown> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), patienceMs);
  try {
    const response = await fetch(url, { credentials: 'omit', signal: abort.signal });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function whenParsed(task: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', task, { once: true });
  else task();
}

function placeChat(): void {
  if (!document.querySelector('docent-chat')) document.body.append(document.createElement('docent-chat'));
}
