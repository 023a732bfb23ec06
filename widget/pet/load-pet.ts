import type { ChatElement } from '../loader/docent-chat.ts';
import type { ShellSettings } from '../loader/shell-settings.ts';
import { fieldsOf } from '../kit/coerce.ts';

export interface LoadPetOptions {
  /** Address of the service, with a trailing slash. */
  readonly base: URL;
  /** The public configuration as received, or `undefined`. */
  readonly configuration: Promise<unknown>;
  readonly settings: Promise<ShellSettings>;
  readonly chat: () => ChatElement | null;
  readonly load: () => Promise<Pick<typeof import('./pet.ts'), 'keepPet'>>;
}

/** Loads the pet if the site has one; after any failure the plain button stays. Returns a function that removes it. */
export function loadPet({ base, configuration, settings, chat, load }: LoadPetOptions): () => void {
  const stop = new AbortController();
  async function come(): Promise<void> {
    const [value, given] = await Promise.all([configuration, settings]);
    const { pet } = fieldsOf(value);
    if (!pet || !given.allowGuest) return;
    const { keepPet } = await load();
    if (!stop.signal.aborted)
      await keepPet({ base, configuration: value, settings: given, chat, signal: stop.signal });
  }
  come().catch(() => undefined);
  return () => stop.abort();
}
