import { html, nothing } from 'lit';
import type { Turn } from '../chat/conversation.ts';
import type { Search } from './search-controller.ts';
import type { SearchText } from './search-text.ts';
import type { ViewContext } from '../answer/context.ts';
import { icon } from '../ui/icon.ts';
import { answerBody, copyAnswer } from '../answer/turn.ts';

interface Acts {
  readonly ask: () => void;
  readonly again: () => void;
  readonly stop: () => void;
  readonly continueAsChat: (() => void) | undefined;
}

/** The answer beside the results: offered until it is asked for, then written as it comes. */
export function searchAnswer({ turn }: Search, words: SearchText, context: ViewContext, acts: Acts) {
  return html`<section class="reply" aria-label=${words.answer}>
    ${turn ? given(turn, words, context, acts) : offered(words, acts)}
  </section>`;
}

const offered = (words: SearchText, { ask }: Acts) =>
  html`<button type="button" class="row offer" @click=${ask}>
    ${icon('sparkles')}<span class="title">${words.ask}</span><kbd aria-hidden="true">↵</kbd>
  </button>`;

function given(turn: Turn, words: SearchText, context: ViewContext, acts: Acts) {
  return html`<h3>${icon('sparkles')}${words.answer}</h3>
    <div class="answer">${answerBody(turn.answer, context, acts.again)}</div>
    <div class="acts">
      ${
        turn.answer.ending === undefined
          ? button('stop', words.stop, acts.stop)
          : html`${copyAnswer(turn.answer, context)} ${button('again', words.again, acts.again)}
            ${
              acts.continueAsChat && turn.answer.text !== ''
                ? button('chat', words.continueAsChat, acts.continueAsChat)
                : nothing
            }`
      }
    </div>`;
}

const button = (name: 'stop' | 'again' | 'chat', label: string, act: () => void) =>
  html`<button type="button" class="plain-button" @click=${act}>${icon(name)}${label}</button>`;
