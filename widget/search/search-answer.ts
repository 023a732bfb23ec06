import { html, nothing } from 'lit';
import type { Turn } from '../chat/conversation.ts';
import type { ViewContext } from '../answer/context.ts';
import { icon } from '../ui/icon.ts';
import { answerText } from '../answer/notices.ts';
import { copyAnswer, turnBody } from '../answer/turn.ts';

interface Actions {
  readonly again: () => void;
  readonly stop: () => void;
  readonly continueAsChat: (() => void) | undefined;
}

/** The way to an answer, above the articles that were found. */
export function askOffer(keyword: string, { text, settings }: ViewContext, ask: () => void) {
  const lead = text(settings.quotesArticles ? 'askPlain' : 'askAi');
  // A full-width colon brings its own room.
  return html`<button type="button" class="row ask-ai" @click=${ask}>
    ${icon('sparkles')}<span class="title"
      >${lead + (lead.endsWith('：') ? '' : ' ')}<em dir="auto">${keyword.trim()}</em></span
    ><kbd aria-hidden="true">↵</kbd>
  </button>`;
}

/** The answer beside the results, written as it comes. */
export function searchAnswer(turn: Turn, context: ViewContext, actions: Actions) {
  const { answer } = turn;
  const { text } = context;
  const isLimited = answer.state === 'limited';
  // Of an answer that failed there is nothing to take along.
  const isUseful = answerText(answer) !== '' && answer.state !== 'failed';
  const canContinue = actions.continueAsChat && isUseful && !isLimited;
  return html`<section class="reply" data-turn=${turn.id}>
    <h2 class="section">${icon('sparkles')}${text('answer')}</h2>
    <div class="answer">${turnBody(turn, context, undefined)}</div>
    <div class="actions">
      ${
        answer.ending === undefined
          ? button('stop', text('stop'), actions.stop)
          : html`${isUseful ? copyAnswer(answer, context) : nothing}
            ${isLimited ? nothing : button('again', text('regenerate'), actions.again)}
            ${canContinue && actions.continueAsChat ? button('chat', text('continueAsChat'), actions.continueAsChat) : nothing}`
      }
    </div>
  </section>`;
}

const button = (name: 'stop' | 'again' | 'chat', label: string, act: () => void) =>
  html`<button type="button" class="plain-button" @click=${act}>${icon(name)}${label}</button>`;
