import { writeText } from '../../kit/storage.ts';
import type { Conversation } from '../conversation.ts';
import type { PastConversation, PastConversations } from './past-conversations.ts';
import { pastKey } from './past-key.ts';

/** The conversations of earlier days, of which nothing is known until they are loaded. */
export function createLatePast(isOn: boolean, current: () => Conversation) {
  let past: PastConversations | undefined;
  return {
    /** True once conversations are kept. */
    get isKept() {
      return past !== undefined;
    },
    /** Loads what this browser has kept; where the site has that turned off, it is removed. */
    async load(): Promise<void> {
      if (!isOn) return writeText(pastKey, undefined, 'local');
      const { createPastConversations } = await import('./past-conversations.ts');
      past ??= createPastConversations();
      if (current().at(-1)?.answer.ending !== undefined) past.keep(current());
    },
    list: (): readonly PastConversation[] => past?.list() ?? [],
    keep: () => past?.keep(current()),
    /** Keeps the conversation as it stands now; what is said from now on is another one. */
    startAnew(): void {
      past?.keep(current());
      past?.startAnew();
    },
    /** Keeps the conversation as it stands now, and gives another one to go on with. */
    open(id: string): Conversation | undefined {
      past?.keep(current());
      return past?.open(id);
    },
    clear: () => past?.clear(),
  };
}
