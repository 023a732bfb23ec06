import { fieldsOf } from '../kit/coerce.ts';
import { settingsPath } from '../kit/api-paths.ts';
import type { Language } from '../texts/language.ts';
import type { ScriptOptions } from './script-options.ts';
import { shellSettingsFrom, type ShellSettings } from './shell-settings.ts';

/** Time in milliseconds to wait for the configuration before the button is drawn with the defaults. */
const patienceMs = 700;

/** The configuration of the widget in the language of the page. */
export interface Configuration {
  /** As received; `undefined` when it cannot be had. */
  received(): Promise<unknown>;
  /** The settings, after a short wait those by default. */
  soon(): Promise<ShellSettings>;
  /** The settings once it is known whether the configuration can be had. */
  settled(): Promise<ShellSettings>;
}

export interface ConfigurationDeps {
  readonly base: URL;
  readonly options: Pick<ScriptOptions, 'showsSources' | 'texts'>;
  /** The language of the page now; each language has its own questions to start with. */
  readonly language: () => Language;
  readonly fetch: (url: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'json'>>;
  readonly wait: (ms: number) => Promise<unknown>;
}

export function createConfiguration(deps: ConfigurationDeps): Configuration {
  const { base, options, language, wait } = deps;
  const byLanguage = new Map<Language, ReturnType<typeof begin>>();

  function begin(wanted: Language) {
    const received = load(wanted);
    const settled = received.then(read);
    let soon = Promise.race([settled, wait(patienceMs).then(() => read(undefined))]);
    // The defaults were for the wait only. Whoever asks later gets what was received.
    void settled.then(() => (soon = settled));
    return { received, settled, soon: () => soon };
  }

  function current() {
    const wanted = language();
    const known = byLanguage.get(wanted) ?? begin(wanted);
    byLanguage.set(wanted, known);
    return known;
  }

  async function load(wanted: Language): Promise<unknown> {
    try {
      // Requests starter questions in the language of the page, not of the browser.
      const headers = { 'accept-language': wanted };
      const response = await deps.fetch(new URL(settingsPath, base).href, {
        credentials: 'omit',
        headers,
      });
      return response.ok ? await response.json() : undefined;
    } catch {
      return undefined;
    }
  }

  function read(value: unknown): ShellSettings {
    const given = fieldsOf(value);
    return shellSettingsFrom({
      ...given,
      ...(options.showsSources && { showReferences: true }),
      texts: { ...fieldsOf(given.texts), ...options.texts },
    });
  }

  return {
    received: () => current().received,
    soon: () => current().soon(),
    settled: () => current().settled,
  };
}
