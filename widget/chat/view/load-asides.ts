import type { LitElement } from 'lit';
import { whenIdle } from '../../kit/when-idle.ts';
import type { Conversation } from '../conversation.ts';
import type { Asides } from './asides.ts';
import type { Dialogue } from './dialogue.ts';

/** What stands beside the conversation of a panel, once the page is idle; without the module the conversation is all there is. */
export async function loadAsides(
  panel: LitElement & { readonly conversation: Conversation },
  dialogue: Dialogue,
  more: { readonly base: URL; readonly keepFocus: () => void },
): Promise<Asides | undefined> {
  await whenIdle();
  const module = await import('./asides.ts').catch(() => undefined);
  return module && new module.Asides(panel, dialogue, more);
}
