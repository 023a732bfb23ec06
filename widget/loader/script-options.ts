import type { OwnTexts } from '../texts/texts.ts';

/** Options from the attributes of the script tag. */
export interface ScriptOptions {
  /** Address of the script; `undefined` when it cannot be determined. */
  readonly address: string | undefined;
  /** `data-references="show"` shows sources regardless of the configuration. */
  readonly showsSources: boolean;
  /** Origin of the articles: `data-site`, or the page's own. */
  readonly site: string;
  /** `data-keys="off"` leaves all keys to the page. */
  readonly hasKeys: boolean;
  /** `data-launcher="none"`: the page has a button of its own. */
  readonly showsLauncher: boolean;
  /** `data-text-welcome="…"` and the like. */
  readonly texts: OwnTexts;
}

/** Reads the running script tag, or the one added to the page. */
export function readScriptOptions(): ScriptOptions {
  const script = thisScript();
  const { references, site, keys, launcher } = script?.element?.dataset ?? {};
  return {
    address: script?.address,
    hasKeys: keys !== 'off',
    showsLauncher: launcher !== 'none',
    showsSources: references === 'show',
    site: originOf(site) ?? location.origin,
    texts: Object.fromEntries(
      Object.entries(script?.element?.dataset ?? {}).flatMap(([name, text]) =>
        name.startsWith('text') && name.length > 4 && text !== undefined ? [[keyOf(name), text]] : [],
      ),
    ),
  };
}

interface Found {
  readonly address: string;
  readonly element?: HTMLElement | undefined;
}

/**
 * The script and its tag. Optimisers put it into a file of the page's own, into the page itself, or run it later with its address in
 * another attribute; then the page names the service, or the tag is found by its address.
 */
function thisScript(): Found | undefined {
  const { currentScript } = document;
  const own = currentScript instanceof HTMLScriptElement ? currentScript : undefined;
  if (own && isOurs(own.src)) return { address: own.src, element: own };
  const named: unknown =
    (window.Docent && Reflect.get(window.Docent, 'origin')) ??
    document.querySelector<HTMLMetaElement>('meta[name="docent-origin"]')?.content;
  const tags = [...document.querySelectorAll<HTMLElement>('script, link')].flatMap((element) =>
    [...element.attributes]
      .filter(({ value }) => isOurs(value))
      .map(({ value }) => ({ address: value, element })),
  );
  const service = addressOf(named, '/widget.js');
  if (service) return { address: service, element: tags[0]?.element };
  const [tag] = tags;
  if (tag) return { ...tag, address: new URL(tag.address, location.href).href };
  if (own && /^https?:/.test(own.src)) return { address: own.src, element: own };
  console.warn('Docent: name the service by <meta name="docent-origin" content="https://…">');
  return undefined;
}

const isOurs = (address: string): boolean => /^(?!blob:|data:)[^?#]*\/widget\.js(?:[?#]|$)/.test(address);

function addressOf(service: unknown, file: string): string | undefined {
  if (typeof service !== 'string' || service.trim() === '') return undefined;
  try {
    return new URL(service.trim().replace(/\/$/, '') + file, location.href).href;
  } catch {
    return undefined;
  }
}

/** `textNewChat` is the key `newChat`. */
const keyOf = (name: string): string => name.charAt(4).toLowerCase() + name.slice(5);

function originOf(address: string | undefined): string | undefined {
  try {
    const { origin, protocol } = new URL(address ?? '');
    return /^https?:$/.test(protocol) ? origin : undefined;
  } catch {
    return undefined;
  }
}
