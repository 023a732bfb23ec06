import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { keyed } from 'lit/directives/keyed.js';
import { shownAnswer, type Answer, type Conversation, type Rating, type Turn } from '../chat/conversation.ts';
import { defineLate } from './late-elements.ts';
import type { ViewContext } from './context.ts';
import { icon } from '../ui/icon.ts';
import { toolButton } from '../ui/tool-button.ts';
import { markedSources, shownMarkdown, shownNumbers } from './marks.ts';
import { answerText, authorNote, contact, outcome, outcomeWords, remarks } from './notices.ts';
import { reasoningFold } from './reasoning.ts';

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
  const answer = shownAnswer(turn);
  const { text } = context;
  return html`<div class="turn" data-turn=${turn.id}>
    <div class="question" part="question">
      <span class="hidden">${text('you')}: </span><span class="asked">${turn.question}</span>
    </div>
    <div class="answer" part="answer">
      <span class="hidden">${text('assistant')}: </span>
      ${turnBody(turn, context, leadsOn ? () => context.again(turn) : undefined)}
      ${turn.answer.ending === undefined ? nothing : tools(turn, leadsOn, context)}
      ${leadsOn && turn.answer.ending === 'done' ? followUps(answer, context) : nothing}
    </div>
  </div>`;
}

/** The answer to a question; while it is asked again, the answer before stands below the sign of waiting. */
export function turnBody(turn: Turn, context: ViewContext, again: (() => void) | undefined) {
  const { answer, failed } = turn;
  const shown = shownAnswer(turn);
  if (shown !== answer)
    return html`${reasoningFold(answer.reasoning, context.text)} ${waiting(answer, context)}
      <div class="before">${answerBody(shown, context, undefined)}</div>`;
  return html`${failed ? failedAttempt(failed, context) : nothing} ${answerBody(answer, context, again)}`;
}

/** Why there is no new answer. */
const failedAttempt = (failed: Answer, context: ViewContext) =>
  html`<div class="outcome">
    <p dir="auto">${outcomeWords(failed, context) ?? context.text('nothing')} ${context.text('kept')}</p>
  </div>`;

/** An answer with everything shown about it. */
function answerBody(answer: Answer, context: ViewContext, again: (() => void) | undefined) {
  return html`${reasoningFold(answer.reasoning, context.text)} ${waiting(answer, context)}
  ${answerText(answer) === '' ? nothing : prose(answer, context)} ${articleCards(answer, context)}
  ${outcome(answer, context, again)} ${remarks(answer, context)} ${author(answer, context)}
  ${sources(answer, context)} ${placeCards(answer, context)} ${contact(answer, context)}`;
}

/** Whose words the answer is. */
function author(answer: Answer, context: ViewContext) {
  const note = authorNote(answer, context);
  return note ? html`<p class="author">${note}</p>` : nothing;
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
function articleCards(answer: Answer, context: ViewContext) {
  const { result } = answer;
  if (!result) return nothing;
  defineLate('docent-article-cards');
  return html`<docent-article-cards
    .result=${result}
    .isIntroduced=${answer.ending === undefined || answerText(answer) !== ''}
    .context=${context}
  ></docent-article-cards>`;
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
    return answer.nearest.length === 0 ? nothing : sourceList(answer, true, context);
  const isHidden =
    !context.settings.showReferences ||
    answer.result ||
    answerText(answer) === '' ||
    quotesItsSource(answer) ||
    answer.state === 'limited' ||
    answer.state === 'failed' ||
    answer.state === 'refused';
  return isHidden || answer.citations.length === 0 ? nothing : sourceList(answer, false, context);
}

function sourceList(answer: Answer, isNearest: boolean, context: ViewContext) {
  defineLate('docent-sources');
  return html`<docent-sources
    .answer=${answer}
    .isNearest=${isNearest}
    .context=${context}
  ></docent-sources>`;
}

/** A quotation stands under the link to its only source, so that a list of sources would say both again, but for the name of another site. */
const quotesItsSource = ({ writtenBy, citations, text }: Answer): boolean =>
  writtenBy === 'articles' &&
  markedSources(text, citations.length).length === 1 &&
  !citations.some(({ source }) => source);

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
    ${versionSteps(turn, context)} ${copyAnswer(answer, context)}
    ${
      leadsOn && outcomeWords(answer, context) === undefined
        ? toolButton('again', text('regenerate'), () => again(turn))
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

/** Steps between the answers to a question that was asked again. */
function versionSteps(turn: Turn, { text, show }: ViewContext) {
  const { versions = [], answer } = turn;
  if (versions.length < 2 || !show) return nothing;
  const at = versions.indexOf(answer);
  const step = (to: number, key: 'olderVersion' | 'newerVersion') =>
    toolButton('chevron', text(key), () => show(turn, to), { kind: key, isDisabled: !versions[to] });
  const place = { number: at + 1, count: versions.length };
  return html`<span class="versions" role="group" aria-label=${text('version', place)}>
    ${step(at - 1, 'olderVersion')}<span aria-hidden="true">${at + 1}/${versions.length}</span>${step(
      at + 1,
      'newerVersion',
    )}
  </span>`;
}
