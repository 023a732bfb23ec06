import type { Session } from '../session.ts';
import type { EditorTexts } from '../texts.ts';

/** Everything that a stage is drawn from. */
export interface PanelView {
  readonly session: Session;
  readonly texts: EditorTexts;
  readonly now: number;
}
