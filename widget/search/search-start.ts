import { html, nothing } from 'lit';
import type { ViewContext } from '../answer/context.ts';
import { icon } from '../ui/icon.ts';

interface Actions {
  readonly start: (keyword: string) => void;
  readonly ask: (question: string) => void;
  readonly forget: () => void;
}

/** The window before anything is written: earlier searches, questions to start with, and how it works. */
export function searchStart(recent: readonly string[], { text, settings }: ViewContext, actions: Actions) {
  const answers = settings.searchShowAiAnswer;
  const shortcuts = settings.shortcuts.map(({ query }) => query);
  const questions = answers ? (shortcuts.length > 0 ? shortcuts : settings.suggestions) : [];
  return html`<p class="hint">${text(answers ? 'hint' : 'hintPlain')}</p>
    <div class="start">
      ${
        recent.length === 0
          ? nothing
          : html`<section>
              <div class="head">
                <h2 class="section">${text('recent')}</h2>
                <button type="button" class="plain-button" @click=${actions.forget}>
                  ${text('clearHistory')}
                </button>
              </div>
              ${list(recent, 'clock', actions.start)}
            </section>`
      }
      ${
        questions.length === 0
          ? nothing
          : html`<section>
              <div class="head"><h2 class="section">${text('suggestions')}</h2></div>
              ${list(questions, 'sparkles', actions.ask)}
            </section>`
      }
    </div>`;
}

const list = (texts: readonly string[], name: 'clock' | 'sparkles', act: (text: string) => void) =>
  html`<ul>
    ${texts.map(
      (each) =>
        html`<li>
          <button type="button" class="row" @click=${() => act(each)}>
            ${icon(name)}<span class="title" dir="auto">${each}</span>
          </button>
        </li>`,
    )}
  </ul>`;
