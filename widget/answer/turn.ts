import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Answer, Conversation, Rating, Turn } from '../chat/conversation.ts';
import { defineLate } from './late-elements.ts';
import type { ViewContext } from './context.ts';
import { icon } from '../ui/icon.ts';
import { shownMarkdown, shownNumbers } from './marks.ts';
import { answerText, contact, outcome, outcomeWords, remarks } from './notices.ts';
import { reasoningFold } from './reasoning.ts';
import { nearestArticles, references } from './references.ts';

/** A conversation; unchanged turns are not rendered again. */
export const turnViews = (conversation: Conversation, context: ViewContext) =>
  conversation.map((turn, n) => {
    const isLast = n === conversation.length - 1;
    return keyed(
      turn.id,
      guard([turn, isLast], () => turnView(turn, isLast, context)),
    );
  });

/** A question and its answer. Only the last one, in a chat that is open, can be answered again and offers questions to ask next. */
function turnView(turn: Turn, isLast: boolean, context: ViewContext) {
  const leadsOn = isLast && context.settings.allowGuest;
  const { answer } = turn;
  const { text } = context;
  return html`<div class="turn" data-turn=${turn.id}>
    <div class="question"><span class="hidden">${text('you')}: </span>${turn.question}</div>
    <div class="answer">
      <span class="hidden">${text('assistant')}: </span>
      ${answerBody(answer, context, leadsOn ? () => context.again(turn) : undefined)}
      ${answer.ending === undefined ? nothing : tools(turn, leadsOn, context)}
      ${leadsOn && answer.ending === 'done' ? followUps(answer, context) : nothing}
    </div>
  </div>`;
}

/** An answer with everything shown about it. */
export function answerBody(answer: Answer, context: ViewContext, again: (() => void) | undefined) {
  return html`${reasoningFold(answer.reasoning, context.text)} ${waiting(answer, context)}
  ${answerText(answer) === '' ? nothing : prose(answer, context)} ${articleCards(answer, context)}
  ${outcome(answer, context, again)} ${remarks(answer, context)} ${sources(answer, context)}
  ${placeCards(answer, context)} ${contact(answer, context)}`;
}

/** A button that copies an answer as displayed, without marks. */
export function copyAnswer(answer: Answer, { text }: ViewContext) {
  const words = { label: text('copy'), copied: text('copied'), failed: text('copyFailed') };
  return html`<docent-copy
    .words=${words}
    .content=${() => shownMarkdown(answerText(answer), answer.citations.length)}
  ></docent-copy>`;
}

/** The state of the answer before its first text. */
function waiting(
  { text: words, ending, citations, result, reasoning, isQueued }: Answer,
  { text, settings }: ViewContext,
) {
  if (words !== '' || ending !== undefined) return nothing;
  if (reasoning && reasoning.endedAt === undefined) return nothing;
  if (!settings.showRetrievalStatus)
    return html`<p class="waiting">
      <span class="dots"><i></i><i></i><i></i></span>
    </p>`;
  const status = result
    ? text('arranged', { count: result.items.length })
    : isQueued
      ? text('modelQueue')
      : citations.length > 0
        ? text('found', { count: citations.length })
        : text('searching');
  return html`<p class="waiting">
    <span class="dots"><i></i><i></i><i></i></span>${status}
  </p>`;
}

/** Articles that an intent route chose. */
function articleCards({ result }: Answer, context: ViewContext) {
  if (!result) return nothing;
  defineLate('docent-article-cards');
  return html`<docent-article-cards .result=${result} .context=${context}></docent-article-cards>`;
}

/** Places in articles worth reading, once the answer is complete. */
function placeCards(answer: Answer, context: ViewContext) {
  if (answer.places.length === 0 || answer.ending === undefined) return nothing;
  defineLate('docent-place-cards');
  return html`<docent-place-cards .answer=${answer} .context=${context}></docent-place-cards>`;
}

function prose(answer: Answer, { text, site, settings }: ViewContext) {
  const { citations, quotes } = answer;
  const words = answerText(answer);
  const numbers = shownNumbers(words, citations.length);
  const context = { text, site, citations, quotes, numbers, showMarks: settings.showReferences };
  return html`<docent-prose
    class="prose"
    dir="auto"
    .content=${{ text: words, context, isOpen: answer.ending === undefined }}
  ></docent-prose>`;
}

/** Sources are shown when the answer is complete, since the service may still remove marks before. */
function sources(answer: Answer, context: ViewContext) {
  if (answer.ending === undefined || answer.isSmallTalk) return nothing;
  if (answer.state === 'not_covered' || (answer.state === 'partial' && answer.nearest.length > 0))
    return nearestArticles(answer.nearest.slice(0, 5), context);
  const isHidden =
    !context.settings.showReferences ||
    answer.result ||
    answerText(answer) === '' ||
    answer.state === 'limited' ||
    answer.state === 'failed' ||
    answer.state === 'refused';
  return isHidden ? nothing : references(answer, context);
}

/** Follow-up questions. */
function followUps({ suggestions }: Answer, { text, ask }: ViewContext) {
  if (suggestions.length === 0) return nothing;
  return html`<ul class="follow-ups" aria-label=${text('followUps')}>
    ${suggestions.map(
      (question) =>
        html`<li>
          <button type="button" class="follow-up" @click=${() => ask(question)}>
            ${icon('reply')}<span dir="auto">${question}</span>
          </button>
        </li>`,
    )}
  </ul>`;
}

function tools(turn: Turn, leadsOn: boolean, context: ViewContext) {
  const { answer } = turn;
  const { text, again, rate } = context;
  if (answerText(answer) === '' || answer.isSmallTalk || answer.state === 'failed') return nothing;
  if (answer.logId) defineLate('docent-feedback');
  return html`<div class="tools">
    ${copyAnswer(answer, context)}
    ${
      leadsOn && outcomeWords(answer, context) === undefined
        ? html`<button
            type="button"
            class="tool"
            title=${text('regenerate')}
            aria-label=${text('regenerate')}
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
