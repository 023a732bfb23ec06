import { sha256 } from '../../kit/ids.ts';

/** Bits of a number that every store and JSON keep exactly, without the sign. */
const digits = 12;

/** The number by which logs of a conversation are kept together; from an id of 64 random bits or more. */
export const conversationNumber = (id: string): number =>
  Number.parseInt(sha256(id).slice(0, digits), 16) + 1;

/** A longer pause begins another conversation, where the client does not name it. */
export const pauseMs = 30 * 60 * 1000;
