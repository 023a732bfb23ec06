import { fieldsOf, listOf, textOf } from '../../kit/coerce.ts';
import { readJson, readText, writeText } from '../../kit/storage.ts';
import { pastKey } from './past-key.ts';
import type { Conversation } from '../conversation.ts';
import { readConversation, writeConversation } from '../conversation-storage.ts';

// Conversations of earlier days, in this browser alone. Any script of the page can write there, so what is read is
// validated like a response.

const key = pastKey;
/** Names the conversation of this tab among them. */
const currentKey = 'docent-conversation-id';
const keptMs = 30 * 86_400_000;
/** Maximum kept: conversations, and UTF-16 code units of all. */
const mostKept = 20;
const mostLength = 1_500_000;

export interface PastConversation {
  readonly id: string;
  /** Time of its last answer, epoch milliseconds. */
  readonly at: number;
  readonly conversation: Conversation;
}

/** The conversations that this browser keeps for 30 days. */
export function createPastConversations(now: () => number = Date.now) {
  let current = readText(currentKey);
  /** Read once, since a list may be long; other tabs may have added to it. */
  let others: readonly PastConversation[] | undefined;

  const all = (): PastConversation[] =>
    listOf(readJson(key, 'local'))
      .slice(0, mostKept)
      .flatMap(pastFrom)
      .filter(({ at }) => at > now() - keptMs && at <= now());

  function become(id: string | undefined): void {
    current = id;
    others = undefined;
    writeText(currentKey, id);
  }

  return {
    /** The others than that of this tab, the newest first. */
    list: (): readonly PastConversation[] => (others ??= all().filter(({ id }) => id !== current)),

    /** Keeps the conversation of this tab as it stands now. */
    keep(conversation: Conversation): void {
      if (conversation.length === 0) return;
      const id = current ?? `${now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
      if (id !== current) become(id);
      const kept = all();
      const before = kept.find((each) => each.id === id);
      if (before && writeConversation(before.conversation) === writeConversation(conversation)) return;
      store([{ id, at: now(), conversation }, ...kept.filter((each) => each.id !== id)]);
      others = undefined;
    },

    /** What is said from now on is another conversation. */
    startAnew: () => become(undefined),

    /** Goes on with an earlier conversation; missing when it is gone meanwhile. */
    open(id: string): Conversation | undefined {
      const found = all().find((each) => each.id === id);
      if (found) become(id);
      return found?.conversation;
    },

    /** Forgets all of them. */
    clear(): void {
      others = undefined;
      writeText(key, undefined, 'local');
    },
  };
}

export type PastConversations = ReturnType<typeof createPastConversations>;

/** The oldest are left out where all would need too much room. */
function store(conversations: readonly PastConversation[]): void {
  const written: string[] = [];
  let length = 0;
  for (const { id, at, conversation } of conversations.slice(0, mostKept)) {
    const text = `{"id":${JSON.stringify(id)},"at":${at},"turns":${writeConversation(conversation)}}`;
    length += text.length;
    if (length > mostLength && written.length > 0) break;
    written.push(text);
  }
  writeText(key, `[${written.join(',')}]`, 'local');
}

function pastFrom(value: unknown): PastConversation[] {
  const given = fieldsOf(value);
  const id = textOf(given.id, 40);
  const conversation = readConversation(given.turns);
  const { at } = given;
  return id === '' || conversation.length === 0 || typeof at !== 'number' ? [] : [{ id, at, conversation }];
}
