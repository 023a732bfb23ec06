import type { Rating, Turn } from '../chat/conversation.ts';
import type { Settings } from '../loader/settings.ts';
import type { ChatText, Language } from '../texts/text.ts';

/** What the parts of the panel need to show themselves and to act. */
export interface ViewContext {
  readonly text: ChatText;
  readonly language: Language;
  readonly settings: Settings;
  /** Origin of the page, which is the site. */
  readonly site: string;
  readonly ask: (question: string, intentRouteId?: string) => void;
  readonly again: (turn: Turn) => void;
  readonly rate: (turn: Turn, rating: Rating, comment: string) => Promise<boolean>;
}
