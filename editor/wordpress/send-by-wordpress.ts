import type { WritingPatch } from '../../contract/writing/patch.ts';
import type { Send } from '../ask.ts';
import type { EditorTexts } from '../texts.ts';
import type { Wp } from './wp.ts';

/** Sends requests to the plugin's own route: WordPress checks the user and adds the access token, which no browser ever sees. */
export const sendByWordpress = (wp: Wp, texts: EditorTexts): Send =>
  async function* (ask, signal) {
    const reply = await wp
      .apiFetch({ path: '/docent/v1/writing', method: 'POST', data: ask, signal })
      .catch((error: unknown) => {
        throw signal.aborted ? error : new Error(messageOf(error) || texts.unreachable);
      });
    const { result = '', edits, notes } = reply as Partial<Reply>;
    yield { event: 'token', data: { content: result } };
    if (edits) yield { event: 'edits', data: { edits, ...(notes && { notes }) } };
  };

interface Reply extends WritingPatch {
  readonly result: string;
}

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
    ? error.message
    : '';
