import { createAnswerFilter } from './filter/answer-filter.ts';
import { linkPolicy } from './filter/link-policy.ts';
import { createSourceListFilter } from './filter/source-list.ts';
import { createAttribution } from './grounding/attribution.ts';
import type { AnswerContext } from './grounding/context.ts';
import { withoutCode } from './grounding/foreign-code.ts';
import { statementsOf } from './grounding/statements.ts';
import { createWholeSentences } from './grounding/whole-sentences.ts';
import { textsOf } from './texts/texts.ts';

/** Checks a model's text while it streams: links, citation markers and claims of knowledge; adds missing markers. */
export function createCheckedText({
  context,
  siteOrigin,
  language,
}: {
  readonly context: AnswerContext;
  readonly siteOrigin: string | undefined;
  readonly language: string;
}) {
  const attribution = createAttribution(context.passages, context.question);
  const filter = createAnswerFilter({
    support: attribution.articleFor,
    allowsLink: linkPolicy(context, siteOrigin),
    quote: attribution.quoteFor,
    isUndecided: attribution.isUndecided,
  });
  const { kept, moved, dropped } = filter.marks;
  const whole = createWholeSentences(
    attribution,
    {
      hasMarks: () => filter.marks.kept + filter.marks.moved + filter.marks.dropped > kept + moved + dropped,
      addMark: filter.addMark,
    },
    textsOf(language).foreignCode,
  );
  const sources = createSourceListFilter(context.citations);
  return {
    attribution,
    filter,
    /** True once a passage may say a statement of the text; in another language than the passages only a mark tells. */
    isSupported(text: string): boolean {
      const { prose } = withoutCode(text);
      if (filter.quotes.length > 0 && MARK.test(prose)) return true;
      return statementsOf(prose).some((statement) => attribution.mayBe(statement.text));
    },
    /** Takes text; returns the part that can be sent now. */
    push: (text: string): string => whole.push(filter.push(sources.push(text))),
    /** Returns the rest; with `torn` the text was cut off, and its last sentence is left out with its marks. */
    end(torn = false): string {
      const ready = whole.push(filter.push(sources.end()) + filter.end());
      const { rest, dropped } = whole.end(torn);
      filter.withdraw(withoutCode(dropped).prose.match(MARKS)?.length ?? 0);
      return ready + rest;
    },
    /** Returns the sentence that has begun, for a text that goes on no more. */
    flush: whole.flush,
  };
}

const MARK = /\[\d{1,2}\]/;
const MARKS = /\[\d{1,2}\]/g;
