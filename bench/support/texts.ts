import type { AnswerState } from '../../contract/articles/articles.ts';
import { token } from '../../contract/events.ts';
import { createAnswerRecorder } from '../../server/features/chat/answer-recorder.ts';
import { createCheckedText } from '../../server/features/chat/checked-text.ts';
import type { AnswerContext } from '../../server/features/chat/grounding/context.ts';
import { createHeldText } from '../../server/features/chat/soundness/held-text.ts';
import type { Case } from './labelled.ts';

/** What visitors see of a text: another text in its place, or its state. */
type Shown = 'replaced' | AnswerState;

/** A text of a model, and what became of it. */
interface ShownText {
  readonly supported: boolean;
  readonly statements: number;
  readonly shown: Shown;
}

/** Statements of a text. */
const sizes = [1, 2, 3] as const;

/**
 * Texts of a model that marks each of its statements, all of them true or all false and about one article, as the chat checks them.
 * Each statement begins one text of each size where its article has enough.
 */
export function shownTexts(cases: readonly Case[]): ShownText[] {
  const groups = Map.groupBy(cases, ({ site, article, supported }) => `${site} ${article} ${supported}`);
  return [...groups.values()].flatMap((group) =>
    sizes
      .filter((size) => group.length >= size)
      .flatMap((size) =>
        group.map((_, first) =>
          shownOf(Array.from({ length: size }, (_, place) => group[(first + place) % group.length])),
        ),
      ),
  );
}

function shownOf(given: readonly (Case | undefined)[]): ShownText {
  const some = given.filter((one) => one !== undefined);
  const [first] = some;
  const supported = first?.supported === true;
  const context: AnswerContext = {
    level: 'answers',
    question: first?.question ?? '',
    found: [],
    near: [],
    places: [],
    citations: [{ postId: first?.article ?? '', title: '', url: '' }],
    passages: first?.passages ?? [],
    nearest: [],
  };
  const text = createCheckedText({ context, siteOrigin: undefined, language: first?.lang ?? 'en' });
  const recorder = createAnswerRecorder();
  recorder.grounded(context);
  const said = some.map(({ statement }) => `${statement}[1]`).join('\n\n');
  const held = createHeldText(text.isSupported);
  const shown = held.push(text.push(said));
  const rest = held.end(text.end());
  if (rest === undefined) return { supported, statements: some.length, shown: 'replaced' };
  recorder.note(token(shown + rest));
  recorder.checked(text.filter, text.attribution);
  recorder.finished({ type: 'finish', reason: 'stop', usage: {} });
  return { supported, statements: some.length, shown: recorder.summary().answerState ?? 'failed' };
}
