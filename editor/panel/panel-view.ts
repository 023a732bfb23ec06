import type { Session } from '../session.ts';
import type { EditorTexts } from '../texts.ts';

/** Everything needed to render a stage. */
export interface PanelView {
  readonly session: Session;
  readonly texts: EditorTexts;
  readonly now: number;
  /** The last message about a button that changes no stage, such as “Copied.” */
  readonly said: string;
  /** Shows such a message until the stage changes. */
  readonly say: (message: string) => void;
}
