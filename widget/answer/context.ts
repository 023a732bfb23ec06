import type { AskedPage, Rating, Turn } from '../chat/conversation.ts';
import type { Settings } from '../loader/settings.ts';
import type { Language } from '../texts/language.ts';
import type { Texts } from '../texts/texts.ts';

/** Options sent with a question. */
export interface QuestionOptions {
  readonly intentRouteId?: string | undefined;
  readonly page?: AskedPage | undefined;
}

/** Everything that the parts of the panel need to render and to act. */
export interface ViewContext {
  readonly text: Texts;
  readonly language: Language;
  readonly settings: Settings;
  /** Origin of the articles. */
  readonly site: string;
  readonly ask: (question: string, options?: QuestionOptions) => void;
  readonly again: (turn: Turn) => void;
  /** Shows another answer to a question that was asked again; missing where only the last one is kept. */
  readonly show?: (turn: Turn, version: number) => void;
  /** The conversation as plain text, for whoever is contacted; missing where there is none. */
  readonly said?: () => Promise<string>;
  readonly rate: (turn: Turn, rating: Rating, comment: string) => Promise<boolean>;
}
