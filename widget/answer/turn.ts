import { html, nothing } from 'lit';
import type { Answer, Rating, Turn } from '../chat/conversation.ts';
import { withoutMarks } from './marks.ts';
import { articleCards } from './article-cards.ts';
import type { ViewContext } from './context.ts';
import { icon } from '../ui/icon.ts';
import { coverage, outcome, outcomeWords } from './notices.ts';
import { reasoningFold } from './reasoning.ts';
import { nearestArticles, references } from './references.ts';

/** A question and its answer. Only the last one can be answered again. */
export function turnView(turn: Turn, isLast: boolean, context: ViewContext) {
  const { answer } = turn;
  const { text } = context;
  return html`<div class="turn" data-turn=${turn.id}>
    <div class="question"><span class="hidden">${text.you}: </span>${turn.question}</div>
    <div class="answer">
      <span class="hidden">${text.assistant}: </span>
      ${answerBody(answer, context, isLast ? () => context.again(turn) : undefined)}
      ${answer.ending === undefined ? nothing : tools(turn, isLast, context)}
    </div>
  </div>`;
}

/** An answer with all that is told about it. */
export function answerBody(answer: Answer, context: ViewContext, again: (() => void) | undefined) {
  return html`${reasoningFold(answer.reasoning, context.text)} ${coverage(answer, context)}
  ${waiting(answer, context)} ${answer.text === '' ? nothing : prose(answer, context)}
  ${answer.result ? articleCards(answer.result, context) : nothing} ${outcome(answer, context, again)}
  ${sources(answer, context)}`;
}

/** A button that copies an answer without its marks. */
export function copyAnswer(answer: Answer, { text }: ViewContext) {
  const words = { label: text.copy, copied: text.copied, failed: text.copyFailed };
  return html`<docent-copy
    .words=${words}
    .content=${() => withoutMarks(answer.text, answer.citations.length)}
  ></docent-copy>`;
}

/** What happens while there is nothing to read yet. */
function waiting(
  { text: words, ending, citations, result, reasoning }: Answer,
  { text, settings }: ViewContext,
) {
  if (words !== '' || ending !== undefined) return nothing;
  if (reasoning && reasoning.endedAt === undefined) return nothing;
  if (!settings.showRetrievalStatus)
    return html`<p class="waiting">
      <span class="dots"><i></i><i></i><i></i></span>
    </p>`;
  const status = result
    ? text.arranged(result.items.length)
    : citations.length > 0
      ? text.found(citations.length)
      : text.searching;
  return html`<p class="waiting">
    <span class="dots"><i></i><i></i><i></i></span>${status}
  </p>`;
}

function prose(answer: Answer, { text, site, settings }: ViewContext) {
  const context = { text, site, citations: answer.citations, showMarks: settings.showReferences };
  return html`<docent-prose
    class="prose"
    .content=${{ text: answer.text, context, isOpen: answer.ending === undefined }}
  ></docent-prose>`;
}

/** Sources are shown when the answer is whole: until then the service may still take marks back. */
function sources(answer: Answer, context: ViewContext) {
  if (answer.ending === undefined) return nothing;
  if (answer.state === 'not_covered') return nearestArticles(nearest(answer), context);
  const isHidden =
    !context.settings.showReferences || answer.result || answer.text === '' || answer.state === 'limited';
  return isHidden ? nothing : references(answer, context);
}

const nearest = ({ nearest: named, citations }: Answer) => (named.length > 0 ? named : citations).slice(0, 5);

function tools(turn: Turn, isLast: boolean, context: ViewContext) {
  const { answer } = turn;
  const { text, again, rate } = context;
  if (answer.text === '') return nothing;
  return html`<div class="tools">
    ${copyAnswer(answer, context)}
    ${
      isLast && outcomeWords(answer, context) === undefined
        ? html`<button
            type="button"
            class="tool"
            title=${text.regenerate}
            aria-label=${text.regenerate}
            @click=${() => again(turn)}
          >
            ${icon('again')}
          </button>`
        : nothing
    }
    ${
      answer.logId
        ? html`<docent-feedback
            .text=${text}
            .rating=${answer.rating}
            .rate=${(rating: Rating, comment: string) => rate(turn, rating, comment)}
          ></docent-feedback>`
        : nothing
    }
  </div>`;
}
