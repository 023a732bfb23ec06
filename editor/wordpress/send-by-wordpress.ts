import type { WritingPatch } from '../../contract/writing/patch.ts';
import type { Send } from '../ask.ts';
import { explanationIn, ServiceError } from '../service-words.ts';
import type { EditorTexts } from '../texts.ts';
import type { Wp } from './wp.ts';

/** Sends requests to the plugin's own route: WordPress checks the user and adds the access token, which no browser ever sees. */
export const sendByWordpress = (wp: Wp, texts: EditorTexts): Send =>
  async function* (ask, signal) {
    const reply = await wp
      .apiFetch({ path: '/docent/v1/writing', method: 'POST', data: ask, signal })
      .catch((error: unknown) => {
        throw signal.aborted ? error : refusalIn(error, texts);
      });
    const { result = '', edits, notes, noteExplanations } = reply as Partial<Reply>;
    yield { event: 'token', data: { content: result } };
    if (edits)
      yield {
        event: 'edits',
        data: { edits, ...(notes && { notes }), ...(noteExplanations && { noteExplanations }) },
      };
  };

interface Reply extends WritingPatch {
  readonly result: string;
}

/** Codes of errors that WordPress words for programs, with the words for authors. */
const wordings: Readonly<Record<string, (texts: EditorTexts) => string>> = {
  docent_unreachable: ({ unreachable }) => unreachable,
  docent_token: ({ token }) => token,
  rest_cookie_invalid_nonce: ({ signedOut }) => signedOut,
  rest_not_logged_in: ({ signedOut }) => signedOut,
  offline_error: ({ unreachable }) => unreachable,
  fetch_error: ({ unreachable }) => unreachable,
};

/** An error of WordPress or of the plugin's route; other errors of WordPress come in the language of the site. */
function refusalIn(error: unknown, texts: EditorTexts): Error {
  const { code, message, data } = fieldsOf(error);
  const words = typeof code === 'string' ? wordings[code] : undefined;
  if (words) return new Error(words(texts));
  if (typeof message !== 'string' || message === '') return new Error(texts.unreachable);
  return code === 'docent_refused' ? new ServiceError(message, explanationIn(data)) : new Error(message);
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
