import type { Change } from '../passage.ts';
import type { Stage } from '../session.ts';
import { filled } from '../../contract/widget/filled.ts';
import type { EditorTexts } from '../texts.ts';
import type { PanelView } from './panel-view.ts';

/** Characters of a change that are read aloud; more would have to be listened to before each decision. */
const spokenCharacters = 200;
const stalledMs = 20_000;

/** True when nothing has arrived for so long that the author should know. */
export const isStalled = ({ heardAt }: Stage & { name: 'working' }, now: number): boolean =>
  now - heardAt > stalledMs;

/** The words of a screen reader for a stage. A failure speaks for itself, as an alert; so does the menu, by its focus. */
export function spokenOf(stage: Stage, { texts, now, said }: Omit<PanelView, 'session' | 'say'>): string {
  if (said !== '') return said;
  switch (stage.name) {
    case 'working':
      return isStalled(stage, now)
        ? texts.stalled
        : filled(texts.running, { action: texts.actions[stage.ask.action] });
    case 'review': {
      const change = stage.changes[stage.current];
      if (!change) return stage.notes.join(' ');
      return filled(texts.becomes, {
        change: changeState(stage, change, texts),
        before: change.before.slice(0, spokenCharacters) || texts.nothingBefore,
        after: afterOf(change, texts).slice(0, spokenCharacters),
      });
    }
    case 'result':
      return texts.ready;
    case 'done':
      return stage.message;
    default:
      return '';
  }
}

/** Number, kind and decision of a change. */
export const changeState = (
  { changes, current }: Stage & { name: 'review' },
  change: Change,
  texts: EditorTexts,
): string =>
  [
    filled(texts.change, { number: current + 1, count: changes.length }),
    reasonOf(change, texts),
    ...(change.decision === 'open' ? [] : [texts[change.decision]]),
  ].join(' · ');

/** The kind of a change; for a link, the title of its article. */
function reasonOf({ reason, href }: Change, texts: EditorTexts): string {
  if (href) return texts.actions.link;
  const known: Readonly<Record<string, string>> = texts.reasons;
  return known[reason] ?? reason;
}

/** The text after a change. */
export const afterOf = ({ replacement, href, reason }: Change, texts: EditorTexts): string =>
  href ? filled(texts.linkTo, { title: reason }) : replacement || texts.nothingAfter;
