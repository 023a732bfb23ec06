import type { OwnTexts } from '../texts/texts.ts';

/** Options from the attributes of the script tag. */
export interface ScriptOptions {
  /** Address of the script; `undefined` when it cannot be determined. */
  readonly address: string | undefined;
  /** `data-references="show"` shows sources regardless of the configuration. */
  readonly showsSources: boolean;
  /** Origin of the articles: `data-site`, or the page's own. */
  readonly site: string;
  /** `data-text-welcome="…"` and the like. */
  readonly texts: OwnTexts;
}

/** Reads the running script tag, or the one added to the page. */
export function readScriptOptions(): ScriptOptions {
  const script = thisScript();
  const { references, site } = script?.dataset ?? {};
  return {
    address: script?.src,
    showsSources: references === 'show',
    site: originOf(site) ?? location.origin,
    texts: Object.fromEntries(
      Object.entries(script?.dataset ?? {}).flatMap(([name, text]) =>
        name.startsWith('text') && name.length > 4 && text !== undefined ? [[keyOf(name), text]] : [],
      ),
    ),
  };
}

function thisScript(): HTMLScriptElement | undefined {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript;
  // With scripts loaded as modules there is no current script.
  return document.querySelector<HTMLScriptElement>('script[src*="/widget.js"]') ?? undefined;
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
