import type { TaskPassage } from '../../../ports/models.ts';
import known from './known-statements.json' with { type: 'json' };
import type { CitedStatement } from './prompt.ts';

/** Statements about short pages of which it is known whether the page says them: half of them true, in other words; half false in one place. */
interface KnownStatements {
  readonly question: string;
  readonly passages: readonly TaskPassage[];
  readonly statements: readonly (CitedStatement & { readonly isSaid: boolean })[];
}

/** In two languages, each for a call of its own. True and false ones take turns, so that no answer that is the same throughout is right. */
export const knownStatements: readonly KnownStatements[] = [known.en, known.zh].map(
  ({ question, pages }) => ({
    question,
    passages: pages.map(({ title, text }, n) => ({ article: n + 1, title, headingPath: [], text })),
    statements: pages.flatMap(({ said, notSaid }, n) =>
      said.flatMap((statement, place) => [
        { statement, article: n + 1, isSaid: true },
        { statement: notSaid[place] ?? '', article: n + 1, isSaid: false },
      ]),
    ),
  }),
);
