import type { Docent } from '../contract/widget/page-api.ts';

/** What the script tag of the widget says; see the handbook, "Putting the widget on a site". */
export interface EmbedOptions {
  /** Address of `widget.js`. */
  readonly src: string;
  /** Origin of the articles, when the page has another. */
  readonly site?: string | undefined;
  /** `none`: the page has a button of its own. */
  readonly launcher?: 'none' | undefined;
  /** `off`: all keys are the page's. */
  readonly keys?: 'off' | undefined;
  /** `show`: marks and sources are shown whatever the configuration says. */
  readonly references?: 'show' | undefined;
  /** The site's own wording by key. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/**
 * Puts the widget on the page; returns a function that takes it away again, unless somebody else has asked for it meanwhile. A page
 * whose own tag loads the widget keeps it. Nothing happens before it is called, so that servers may import it.
 */
export function embedDocent(options: EmbedOptions): () => void {
  const address = new URL(options.src, document.baseURI).href;
  const known = [...document.scripts].find(({ src }) => src === address);
  const script = known ?? addScript(address, options);
  if (script.dataset[users] === undefined) return () => undefined;
  count(script, 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    count(script, -1);
    // A framework may take a component away and put it back at once.
    setTimeout(() => removeUnused(script));
  };
}

/** The widget's calls once it is there; `undefined` before. */
export const docentOnPage = (): Docent | undefined =>
  window.Docent && !Array.isArray(window.Docent.q) ? window.Docent : undefined;

/** Name in the data set of the tag: by how many it is used. */
const users = 'docentUsers';

function addScript(address: string, options: EmbedOptions): HTMLScriptElement {
  const { site, launcher, keys, references, texts = {} } = options;
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.dataset[users] = '0';
  for (const [name, value] of Object.entries({ site, launcher, keys, references }))
    if (value !== undefined) script.setAttribute(`data-${name}`, value);
  for (const [key, text] of Object.entries(texts)) script.setAttribute(`data-text-${key}`, text);
  script.addEventListener('load', () => removeUnused(script));
  document.head.append(script);
  return script;
}

function count(script: HTMLScriptElement, change: 1 | -1): void {
  script.dataset[users] = String(Number(script.dataset[users]) + change);
}

function removeUnused(script: HTMLScriptElement): void {
  if (script.dataset[users] !== '0') return;
  script.remove();
  docentOnPage()?.destroy();
}
