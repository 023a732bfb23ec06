import type { ListPrice } from '../../contract/operator/connected-models.ts';
import type { Models } from './models.ts';

/** Models as the models file would hold them, with the keys that it names. */
export interface ModelRegistry {
  /** Changes whenever the content does. */
  readonly version: number;
  /** JSON of a models file. */
  readonly text: string;
  /** Keys by the names that `apiKeyEnv` gives. Never logged or sent. */
  readonly keys: Readonly<Record<string, string>>;
}

/** A provider that is known by name. */
export interface ProviderPreset {
  readonly id: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly keyName?: string;
  readonly chat: readonly string[];
  readonly embedding?: { readonly model: string; readonly dimensions: number };
  /** Published prices that are known, to propose. */
  readonly prices: readonly ListPrice[];
}

/** What the models page needs of the model adapter. */
export interface ModelAdmin {
  /** Path of the models file when there is one, which then is the source; `''` without. */
  file(): string;
  /** The models that are set in the file, as JSON; `undefined` without a file that can be read. */
  fileText(): string | undefined;
  /** Why the models cannot be used; `''` when they can. */
  problem(): string;
  /** Puts the models of the console in force, unless there is a models file. */
  use(registry: ModelRegistry): void;
  /** Throws `invalid` with a line for each mistake. */
  check(registry: ModelRegistry): void;
  /** The models of a registry, to try one before it is in force. */
  open(registry: ModelRegistry): Models;
  /** Lists a provider's models, at the address as it was pasted or below `/v1`. Throws `upstream`. */
  offered(
    baseUrl: string,
    key: string | undefined,
  ): Promise<{ readonly baseUrl: string; readonly names: readonly string[] }>;
  /** Tries an address as it was pasted, then below `/v1` where a server answers otherwise. */
  atAddress<T extends { readonly ok: boolean; readonly isAnswered?: boolean }>(
    baseUrl: string,
    attempt: (baseUrl: string) => Promise<T>,
  ): Promise<{ readonly tried: T; readonly baseUrl: string }>;
  /** The value of an environment variable; `undefined` when it is not set. */
  variable(name: string): string | undefined;
  /** A secret as it is stored. */
  seal(secret: string, owner: string): Promise<string>;
  /** The secret of a stored text; `undefined` when another installation has stored it. */
  unseal(stored: string, owner: string): Promise<string | undefined>;
  readonly presets: readonly ProviderPreset[];
}
