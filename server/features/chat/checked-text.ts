import { deniesCoverage } from './answer-state.ts';
import { createAnswerFilter } from './filter/answer-filter.ts';
import { linkPolicy } from './filter/link-policy.ts';
import { createAttribution } from './grounding/attribution.ts';
import type { AnswerContext } from './grounding/context.ts';
import { createMarkInserter } from './grounding/mark-inserter.ts';
import { textsOf } from './texts/texts.ts';

/** The text of a model on its way to the reader: links, marks and the claim to know are checked, missing marks added. */
export function createCheckedText({
  context,
  siteOrigin,
  language,
}: {
  readonly context: AnswerContext;
  readonly siteOrigin: string | undefined;
  readonly language: string;
}) {
  const attribution = createAttribution(context.passages);
  const filter = createAnswerFilter({
    support: attribution.articleFor,
    allowsLink: linkPolicy(context, siteOrigin),
    quote: attribution.quoteFor,
  });
  const { kept, moved, dropped } = filter.marks;
  const marks = createMarkInserter(attribution, {
    hasMarks: () => filter.marks.kept + filter.marks.moved + filter.marks.dropped > kept + moved + dropped,
    addMark: filter.addMark,
  });
  const opening = createOpening(context.level === 'not_covered' ? textsOf(language).notCovered : undefined);
  return {
    attribution,
    filter,
    /** The part of the text so far that may be sent now. */
    push: (text: string): string => opening.push(marks.push(filter.push(text))),
    /** The rest. */
    end: (): string => opening.end(marks.push(filter.end()) + marks.end()),
  };
}

/** Characters after which an answer that has not said that the site lacks it is taken for one from memory. */
const openingLength = 240;

/**
 * The opening of an answer to an uncovered question: when it neither says so nor carries a mark that stands, the sentence that
 * it does not is put before it.
 */
function createOpening(notCovered: string | undefined) {
  let held = '';
  let isOpen = notCovered !== undefined;
  const settle = () => {
    isOpen = false;
    const isHonest = deniesCoverage(held) || /\[\d{1,2}\]/.test(held) || held.trim() === '';
    return isHonest ? held : `${notCovered}\n\n${held}`;
  };
  return {
    push(text: string): string {
      if (!isOpen) return text;
      held += text;
      return held.length < openingLength && !deniesCoverage(held) ? '' : settle();
    },
    end(text: string): string {
      if (!isOpen) return text;
      held += text;
      return settle();
    },
  };
}
