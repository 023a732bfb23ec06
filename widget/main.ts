/**
 * The loader: what `<script src="…/widget.js" async></script>` runs. It defines `<docent-chat>` and, unless the page
 * places that element itself, adds one; it opens the way into the search and gives scripts of the page `window.Docent`.
 * Everything heavy is a module that loads when a visitor first wants it.
 */
import {
  chatModule,
  dragModule,
  mapsModule,
  overlayModule,
  petModule,
  previewModule,
  relatedModule,
  searchModule,
  wordsModule,
} from 'virtual:docent-modules';
import { chatOnPage, placeChat } from './loader/chat-mount.ts';
import { defineChat } from './loader/docent-chat.ts';
import { articleSigns, loadWhenWanted } from './loader/load-when-wanted.ts';
import { fieldsOf } from './kit/coerce.ts';
import { loadPet } from './pet/load-pet.ts';
import { createConfiguration, type Configuration } from './loader/configuration.ts';
import { followPageSigns } from './loader/page/page-signs.ts';
import { isOnPage, offerApi } from './loader/page/public-api.ts';
import { createSearchLauncher } from './loader/search-launcher.ts';
import type { Service } from './loader/service.ts';
import { pageLanguage } from './texts/language.ts';
import { readScriptOptions, type ScriptOptions } from './loader/script-options.ts';
import { takeOverThemeSearch } from './loader/theme-search.ts';

type Maps = Pick<typeof import('./mind-map/load-on-articles.ts'), 'loadMapOnArticles'>;
type Related = Pick<typeof import('./related/related.ts'), 'showRelated'>;

const script = readScriptOptions();
// Themes that navigate without a page load run the script again.
if (script.address && !isOnPage()) {
  const service = serviceAt(new URL('.', script.address), script);
  void service.configuration.received();
  if (!customElements.get('docent-chat')) defineChat(service);
  whenParsed(() => {
    // With two script tags the first one wins.
    if (!isOnPage()) start(service);
  });
}

/** Puts the parts of the widget on the page. */
function start(service: Service): void {
  const { base, configuration } = service;
  const search = createSearchLauncher(service, chatOnPage);
  const received = configuration.received();
  const removals = [
    placeChat(),
    search.remove,
    loadWhenWanted(articleSigns, async () => {
      const value = await received;
      if (fieldsOf(value).mindmapEnabled === false) return () => undefined;
      const { loadMapOnArticles }: Maps = await load(base, mapsModule);
      return loadMapOnArticles({ base, configuration: value });
    }),
    loadWhenWanted('[data-docent-related]', async () => {
      const { showRelated }: Related = await load(base, relatedModule);
      return showRelated({ base, site: service.site });
    }),
    loadPet({
      base,
      configuration: service.showsLauncher ? received : Promise.resolve(undefined),
      settings: configuration.settled(),
      chat: chatOnPage,
      load: () => load(base, petModule),
    }),
  ];
  const stop = new AbortController();
  removals.push(() => stop.abort());
  void takeOverThemeSearch(search, configuration.settled(), stop.signal);
  if (new URLSearchParams(location.search).has('ai-preview')) void preview(base, stop.signal);
  followPageSigns({ search, chat: chatOnPage, hasKeys: script.hasKeys, signal: stop.signal });
  offerApi({ search, ready: drawn(configuration), removals });
}

async function preview(base: URL, signal: AbortSignal): Promise<void> {
  const { followPreview } = await load(base, previewModule);
  followPreview({ chat: chatOnPage, origins: [...new Set([location.origin, base.origin])], signal });
}

/** When the calls of the page can have an effect; a conversation in the page may still be loading. */
async function drawn(configuration: Configuration): Promise<void> {
  await configuration.soon();
  const chat = chatOnPage();
  if (!chat?.hasAttribute('inline')) await chat?.started;
}

/** The service whose script is `widget.js` in the folder `base`. */
function serviceAt(base: URL, options: ScriptOptions): Service {
  return {
    base,
    site: options.site,
    showsLauncher: options.showsLauncher,
    configuration: createConfiguration({
      base,
      options,
      language: () => pageLanguage(document.documentElement),
      fetch: (url, init) => fetch(url, init),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }),
    loadChat: () => load(base, chatModule),
    loadDrag: () => load(base, dragModule),
    loadSearch: () => load(base, searchModule),
    loadSearchWindow: () => load(base, overlayModule),
    loadWords: () => load(base, wordsModule),
  };
}

/** A classic script from another origin has no address to resolve modules against, so these are absolute. */
function load(base: URL, name: string) {
  return import(/* @vite-ignore */ new URL(`widget/${name}`, base).href);
}

function whenParsed(task: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', task, { once: true });
  else task();
}
