/**
 * The loader: what `<script src="…/widget.js" async></script>` runs. It defines `<docent-chat>` and, unless the page
 * places that element itself, adds one; it opens the way into the search and gives scripts of the page `window.Docent`.
 * Everything heavy is a module that loads when a visitor first wants it.
 */
import { chatModule, mindMapModule, petModule, searchModule } from 'virtual:docent-modules';
import { apiPaths } from './kit/api-paths.ts';
import { chatOnPage, placeChat } from './loader/chat-mount.ts';
import { defineChat } from './loader/docent-chat.ts';
import { loadMapOnArticles } from './mind-map/load-on-articles.ts';
import { loadPet } from './pet/load-pet.ts';
import { followPreview } from './loader/preview.ts';
import { offerApi } from './loader/public-api.ts';
import { createSearchLauncher } from './loader/search-launcher.ts';
import type { Service } from './loader/service.ts';
import { settingsFrom } from './loader/settings.ts';
import { pageLanguage } from './texts/language.ts';
import { readScriptOptions, type ScriptOptions } from './loader/script-options.ts';
import { takeOverThemeSearch } from './loader/theme-search.ts';

/** Time in milliseconds to wait for the configuration before the defaults are used. */
const patienceMs = 4000;

const script = readScriptOptions();
// Themes that navigate without a page load run the script again.
if (script.address && !window.Docent) {
  const base = new URL('.', script.address);
  const configuration = loadSettings(new URL(apiPaths.settings, base));
  const service = serviceAt(base, configuration, script);
  if (!customElements.get('docent-chat')) defineChat(service);
  whenParsed(() => {
    // With two script tags the first one wins.
    if (!window.Docent) start(service, configuration);
  });
}

/** Puts the parts of the widget on the page. */
function start(service: Service, configuration: Promise<unknown>): void {
  const { base, settings } = service;
  const search = createSearchLauncher(service, chatOnPage);
  const removals = [
    placeChat(),
    search.remove,
    loadMapOnArticles({ base, configuration, load: () => load(base, mindMapModule) }),
    loadPet({ base, configuration, settings, chat: chatOnPage, load: () => load(base, petModule) }),
  ];
  const stop = new AbortController();
  removals.push(() => stop.abort());
  void takeOverThemeSearch(search, settings, stop.signal);
  followPreview({
    chat: chatOnPage,
    origins: [...new Set([location.origin, base.origin])],
    signal: stop.signal,
  });
  offerApi(search, removals);
}

/** The service whose script is `widget.js` in the folder `base`. */
function serviceAt(
  base: URL,
  configuration: Promise<unknown>,
  { showsSources, site, texts }: ScriptOptions,
): Service {
  return {
    base,
    site,
    settings: configuration.then((value) => {
      const settings = settingsFrom(value);
      return {
        ...settings,
        showReferences: settings.showReferences || showsSources,
        texts: { ...settings.texts, ...texts },
      };
    }),
    loadChat: () => load(base, chatModule),
    loadSearch: () => load(base, searchModule),
  };
}

/** A classic script from another origin has no address to resolve modules against, so these are absolute. */
function load(base: URL, name: string) {
  return import(/* @vite-ignore */ new URL(`widget/${name}`, base).href);
}

/** The configuration as received, or `undefined`: the page must work without it. */
async function loadSettings(url: URL): Promise<unknown> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), patienceMs);
  try {
    // Requests starter questions in the language of the page, not of the browser.
    const headers = { 'accept-language': pageLanguage(document.documentElement) };
    const response = await fetch(url, { credentials: 'omit', headers, signal: abort.signal });
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
