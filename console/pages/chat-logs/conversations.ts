import type { ChatLog } from '../../../contract/chat-logs.ts';

/** Questions that one visitor asked one after the other, the first one first. */
export interface Conversation {
  readonly id: string;
  readonly turns: readonly ChatLog[];
}

/** A longer pause begins another conversation. */
const pauseMs = 30 * 60 * 1000;

/** Joins logs, newest first, by address and browser; the conversation with the latest question comes first. */
export function conversationsOf(logs: readonly ChatLog[]): readonly Conversation[] {
  const open = new Map<string, ChatLog[]>();
  const all: ChatLog[][] = [];
  for (const log of logs) {
    const visitor = `${log.ip}\n${log.userAgent}`;
    const turns = open.get(visitor);
    const earliest = turns?.at(-1);
    if (turns && earliest && Date.parse(earliest.timestamp) - Date.parse(log.timestamp) <= pauseMs)
      turns.push(log);
    else {
      const begun = [log];
      open.set(visitor, begun);
      all.push(begun);
    }
  }
  return all.map((turns) => ({ id: turns.at(-1)?.id ?? '', turns: turns.toReversed() }));
}
