import { token, type StreamEvent } from '../../../contract/events.ts';
import { writing, type WritingRequest } from '../../../contract/writing/writing.ts';
import type { WritingEdit } from '../../../contract/writing/patch.ts';
import type { ExplainedText } from '../../kit/explained.ts';
import { implement } from '../../http/implement.ts';

/** The changes that an action proposes, with its notes for the author. */
export interface Changes {
  readonly edits: WritingEdit[];
  readonly notes?: readonly ExplainedText[];
}

/**
 * Performs a writing action: streams the result with every blank and line break, and returns edits and notes. Edits are
 * returned for `format: patch` only; applied to the text they give the result, or for `continue` the text followed by
 * the result. Throws `disabled`, `invalid`, `unavailable` when a language model is required, and `upstream`.
 */
export type Write = (request: WritingRequest, signal: AbortSignal) => AsyncGenerator<string, Changes>;

export const writingRoutes = (write: Write) =>
  implement(writing, {
    assist: async ({ body }, { signal }) => {
      const { result, patch } = await folded(write(body, signal));
      return { result, ...(body.format === 'patch' && { edits: patch.edits }), ...notesOf(patch) };
    },
    // Older editors would insert the payload of an unknown event into the text, so edits are sent on request only.
    assistStream: async function* ({ body }, { signal }): AsyncGenerator<StreamEvent> {
      const patch = yield* asTokens(write(body, signal));
      if (body.format === 'patch') yield { event: 'edits', data: { edits: patch.edits, ...notesOf(patch) } };
    },
  });

const notesOf = ({ notes = [] }: Changes) =>
  notes.length > 0
    ? { notes: notes.map(({ text }) => text), noteExplanations: notes.map(({ explanation }) => explanation) }
    : {};

async function* asTokens(pieces: AsyncGenerator<string, Changes>): AsyncGenerator<StreamEvent, Changes> {
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done) return next.value;
      yield token(next.value);
    }
  } finally {
    // A client that leaves ends the work.
    await pieces.return({ edits: [] });
  }
}

async function folded(pieces: AsyncGenerator<string, Changes>) {
  let result = '';
  for (;;) {
    const next = await pieces.next();
    if (next.done) return { result, patch: next.value };
    result += next.value;
  }
}
