import type { OwnTexts } from '../texts/texts.ts';

/** The options in the attributes of the script tag. */
export interface ScriptOptions {
  /** Address of the script; nothing when the widget was loaded in a way that hides it. */
  readonly address: string | undefined;
  /** `data-references="show"` shows sources whatever the configuration says. */
  readonly showsSources: boolean;
  /** Origin of the articles: `data-site`, or the page's own. */
  readonly site: string;
  /** `data-text-welcome="…"` and the like. */
  readonly texts: OwnTexts;
}

/** Reads the script tag that is running, or the one that was put on the page. */
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
  // Themes that load scripts as modules leave no current script.
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
