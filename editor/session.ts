import type { Explanation } from '../contract/explanations/explain.ts';
import type { WritingEdit, WritingPatch } from '../contract/writing/patch.ts';
import { makesLinks, type WritingAction } from '../contract/writing/actions.ts';
import { formatOf, type Ask, type Send } from './ask.ts';
import { describePictures, type Received } from './alt-texts.ts';
import { outlineIn } from './new-text.ts';
import type { Change, Decision, Passage, PassagePicture } from './passage.ts';
import { filled } from '../contract/widget/filled.ts';
import { ServiceError, serviceWords } from './service-words.ts';
import type { EditorTexts } from './texts.ts';

/** The stages of a session with a passage. The document changes only at `done`. */
export type Stage =
  | { readonly name: 'closed' }
  | { readonly name: 'menu' }
  | {
      readonly name: 'working';
      readonly ask: Ask;
      readonly text: string;
      readonly startedAt: number;
      readonly heardAt: number;
    }
  | {
      readonly name: 'review';
      readonly ask: Ask;
      readonly changes: readonly Change[];
      readonly current: number;
      readonly notes: readonly string[];
    }
  | { readonly name: 'result'; readonly ask: Ask; readonly text: string; readonly notes: readonly string[] }
  | { readonly name: 'failed'; readonly ask: Ask; readonly text: string; readonly message: string }
  | { readonly name: 'done'; readonly message: string };

export interface Session {
  readonly stage: Stage;
  readonly passage: Passage | undefined;
  /** Starts with a passage and ends the work on the previous one. */
  open(passage: Passage): void;
  ask(action: WritingAction, instruction?: string): Promise<void>;
  /** Aborts the request; the document is unchanged. */
  stop(): void;
  decide(index: number, decision: Decision): void;
  /** Decides all pending changes. */
  decideRest(decision: Decision): void;
  /** Selects a change; the index wraps around. */
  goTo(index: number): void;
  insert(place: 'instead' | 'below'): void;
  close(): void;
}

export interface SessionDeps {
  readonly send: Send;
  readonly texts: EditorTexts;
  readonly changed: (stage: Stage) => void;
}

/** The writing session with one passage after another, independent of the editor and the panel. */
export function createSession({ send, texts, changed }: SessionDeps): Session {
  let stage: Stage = { name: 'closed' };
  let passage: Passage | undefined;
  let request = new AbortController();
  const enter = (next: Stage): void => {
    stage = next;
    if (next.name === 'review' && next.ask.action !== 'alt-text') passage?.show(next.changes, next.current);
    else if (next.name !== 'closed') passage?.show([], 0);
    changed(next);
  };
  const leave = (): void => {
    request.abort();
    passage?.release();
  };
  const receive = (asked: Ask, signal: AbortSignal) =>
    received({ send, texts }, asked, signal, (added) => {
      if (stage.name !== 'working') return false;
      enter({ ...stage, text: stage.text + added, heardAt: Date.now() });
      return true;
    });
  /** Gathers the alternative texts of the pictures, to be accepted one by one. */
  const describe = async (asked: Ask, from: Passage, signal: AbortSignal): Promise<void> => {
    const describeOne = async ({ address, text }: PassagePicture) => {
      const one = await receive({ ...asked, text, image: address }, signal);
      if (stage.name === 'working' && one.text !== '') enter({ ...stage, text: `${stage.text}\n` });
      return signal.aborted ? { text: '', error: '–' } : one;
    };
    const { changes, notes, error } = await describePictures(from.pictures(), describeOne, texts);
    if (signal.aborted) return;
    if (error !== '') enter({ name: 'failed', ask: asked, text: '', message: error });
    else enter({ name: 'review', ask: asked, changes, current: 0, notes });
  };
  const finish = (changes: readonly Change[]): void => {
    const wanted = changes.filter(({ decision }) => decision === 'accepted');
    const made = wanted.length > 0 ? (passage?.apply(wanted) ?? 0) : 0;
    const missed = wanted.length - made;
    const message = [
      filled(texts.applied, { count: made }),
      ...(missed > 0 ? [filled(texts.keptOut, { count: missed })] : []),
    ];
    enter({ name: 'done', message: wanted.length > 0 ? message.join(' ') : '' });
  };
  const settle = (changes: readonly Change[], from: number): void => {
    if (stage.name !== 'review') return;
    const open = [...changes.keys()].filter((index) => changes[index]?.decision === 'open');
    if (open.length === 0) return finish(changes);
    enter({ ...stage, changes, current: open.find((index) => index >= from) ?? open[0] ?? 0 });
  };
  return {
    get stage() {
      return stage;
    },
    get passage() {
      return passage;
    },
    open(next) {
      leave();
      passage = next;
      enter({ name: 'menu' });
    },
    async ask(action, instruction = '') {
      if (!passage) return;
      request.abort();
      const own = new AbortController();
      request = own;
      const url = passage.url?.() ?? '';
      const asked: Ask = {
        text: passage.text,
        action,
        instruction,
        format: formatOf(action),
        ...(url !== '' && { url }),
      };
      if (asked.text.trim() === '' && action !== 'alt-text')
        return enter({ name: 'failed', ask: asked, text: '', message: texts.noText });
      const now = Date.now();
      enter({ name: 'working', ask: asked, text: '', startedAt: now, heardAt: now });
      if (action === 'alt-text') return describe(asked, passage, own.signal);
      const { text, error, patch } = await receive(asked, own.signal);
      if (own.signal.aborted) return;
      if (error !== '') return enter({ name: 'failed', ask: asked, text, message: error });
      enter(outcomeOf({ ask: asked, text, patch }, passage, texts));
    },
    stop() {
      request.abort();
      if (passage) enter({ name: 'menu' });
    },
    decide(index, decision) {
      if (stage.name !== 'review') return;
      settle(
        stage.changes.map((change, place) => (place === index ? { ...change, decision } : change)),
        index,
      );
    },
    decideRest(decision) {
      if (stage.name !== 'review') return;
      finish(stage.changes.map((change) => (change.decision === 'open' ? { ...change, decision } : change)));
    },
    goTo(index) {
      if (stage.name !== 'review') return;
      const { length } = stage.changes;
      enter({ ...stage, current: (index + length) % length });
    },
    insert(place) {
      if (stage.name !== 'result' || !passage) return;
      const { ask, text } = stage;
      const outline = ask.action === 'outline' ? outlineIn(text) : undefined;
      if (passage.insert({ text, outline }, place)) enter({ name: 'done', message: texts.inserted });
      else enter({ name: 'failed', ask, text, message: texts.edited });
    },
    close() {
      leave();
      passage = undefined;
      enter({ name: 'closed' });
    },
  };
}

/** Receives a text; `shown` is told what comes and says whether it is still wanted. */
async function received(
  { send, texts }: Pick<SessionDeps, 'send' | 'texts'>,
  asked: Ask,
  signal: AbortSignal,
  shown: (added: string) => boolean,
): Promise<Received & { readonly patch: WritingPatch | undefined }> {
  let [text, error] = ['', ''];
  let patch: WritingPatch | undefined;
  let explanation: Explanation | undefined;
  try {
    for await (const { event, data } of send(asked, signal)) {
      if (signal.aborted) break;
      if (event === 'explanation') explanation = data;
      else if (event === 'error') error = serviceWords(data, explanation, texts);
      else if (event === 'edits') patch = data;
      const added = event === 'token' ? data.content : '';
      text += added;
      if (!shown(added)) break;
    }
  } catch (reason) {
    error = messageOf(reason, texts);
    if (reason instanceof ServiceError) ({ explanation } = reason);
  }
  return { text, error, patch, code: explanation?.code };
}

const messageOf = (reason: unknown, texts: EditorTexts): string =>
  reason instanceof ServiceError
    ? serviceWords(reason.message, reason.explanation, texts)
    : reason instanceof Error
      ? reason.message
      : String(reason);

interface Outcome {
  readonly ask: Ask;
  readonly text: string;
  readonly patch: WritingPatch | undefined;
}

/** The decision to apply once the text is complete. */
function outcomeOf({ ask, text, patch }: Outcome, passage: Passage, texts: EditorTexts): Stage {
  if (ask.format === 'text' || !patch) return { name: 'result', ask, text, notes: [] };
  const changes = patch.edits.map((edit) => changeOf(edit, ask));
  const fitting = changes.filter(
    (change) => passage.fits(change) && (!makesLinks(ask.action) || change.href !== undefined),
  );
  const unfit = changes.length - fitting.length;
  const told = (patch.notes ?? []).map((note, n) => serviceWords(note, patch.noteExplanations?.[n], texts));
  const notes = [...told, ...(unfit > 0 ? [filled(texts.unfit, { count: unfit })] : [])];
  return { name: 'review', ask, changes: fitting, current: 0, notes };
}

function changeOf(edit: WritingEdit, { text, action }: Ask): Change {
  const before = text.slice(edit.start, edit.end);
  const href = makesLinks(action) ? linkIn(edit.replacement, before) : undefined;
  return { ...edit, before, decision: 'open', ...(href && { href }) };
}

/** The address in `[words](address)`; only addresses of pages are accepted. */
function linkIn(replacement: string, words: string): string | undefined {
  const [head, tail] = [`[${words}](`, ')'];
  if (!replacement.startsWith(head) || !replacement.endsWith(tail)) return undefined;
  const address = replacement.slice(head.length, -tail.length);
  return /^(?:https?:\/\/|\/(?!\/))/i.test(address) ? address : undefined;
}
