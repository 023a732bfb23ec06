import { token, type StreamEvent } from '../../../contract/events.ts';
import { writing, type WritingRequest } from '../../../contract/writing/writing.ts';
import type { WritingPatch } from '../../../contract/writing/patch.ts';
import { implement } from '../../http/implement.ts';

/**
 * Performs a writing action: streams the result with every blank and line break, and returns edits and notes. Edits are
 * returned for `format: patch` only; applied to the text they give the result, or for `continue` the text followed by
 * the result. Throws `disabled`, `invalid`, `unavailable` when a language model is required, and `upstream`.
 */
export type Write = (request: WritingRequest, signal: AbortSignal) => AsyncGenerator<string, WritingPatch>;

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

const notesOf = ({ notes = [] }: WritingPatch) => (notes.length > 0 ? { notes } : {});

async function* asTokens(
  pieces: AsyncGenerator<string, WritingPatch>,
): AsyncGenerator<StreamEvent, WritingPatch> {
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

async function folded(pieces: AsyncGenerator<string, WritingPatch>) {
  let result = '';
  for (;;) {
    const next = await pieces.next();
    if (next.done) return { result, patch: next.value };
    result += next.value;
  }
}
