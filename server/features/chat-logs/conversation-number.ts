import { sha256 } from '../../kit/ids.ts';

/** Hexadecimal digits (48 bits) that databases and JSON store exactly. */
const digits = 12;

/** The number that identifies a conversation in its logs, derived from an id of at least 64 random bits. */
export const conversationNumber = (id: string): number =>
  Number.parseInt(sha256(id).slice(0, digits), 16) + 1;

/** A longer pause starts a new conversation, for clients that do not name one. */
export const pauseMs = 30 * 60 * 1000;
