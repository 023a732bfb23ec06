import type { Session } from '../session.ts';
import type { EditorTexts } from '../texts.ts';

/** Everything needed to render a stage. */
export interface PanelView {
  readonly session: Session;
  readonly texts: EditorTexts;
  readonly now: number;
}
