import { html, nothing, type TemplateResult } from 'lit';
import { copyText } from '../../widget/kit/clipboard.ts';
import { writingActionNames } from './actions.ts';
import { isAboutText } from '../../contract/writing/actions.ts';
import { shownSoFar } from '../new-text.ts';
import type { Stage } from '../session.ts';
import { filled } from '../../contract/widget/filled.ts';
import type { EditorTexts } from '../texts.ts';
import type { PanelView } from './panel-view.ts';
import { reviewStage } from './review.ts';
import { isStalled } from './spoken.ts';

/** The content of the panel in each stage. */
export function stageView(stage: Stage, view: PanelView): TemplateResult | typeof nothing {
  switch (stage.name) {
    case 'closed':
      return nothing;
    case 'menu':
      return menuStage(view);
    case 'working':
      return workingStage(stage, view);
    case 'review':
      return reviewStage(stage, view);
    case 'result':
      return resultStage(stage, view);
    case 'failed':
      return failedStage(stage, view);
    case 'done':
      return html`<p class="message">${stage.message}</p>
        ${view.session.passage?.showsChanges === false ? menuStage(view) : nothing}`;
  }
}

function menuStage({ session, texts }: PanelView) {
  const without = session.passage?.without ?? [];
  const actions = writingActionNames.filter((action) => !without.includes(action));
  return html`<div class="row" role="toolbar" aria-label=${texts.title} @keydown=${walkButtons}>
      ${actions.map(
        (action) =>
          html`<button type="button" data-action=${action} @click=${() => session.ask(action)}>
            ${texts.actions[action]}
          </button>`,
      )}
    </div>
    ${wishForm((wish) => session.ask('polish', wish), { texts })}`;
}

/** Text that keeps exactly its own line breaks. */
const previewOf = (text: string, texts: EditorTexts) =>
  html`<div class="preview" role="region" aria-label=${texts.preview} tabindex="0">
    <span class="text" .textContent=${text}></span>
  </div>`;

/** An instruction in the author's own words; Enter sends it. */
function wishForm(send: (wish: string) => unknown, { texts }: Pick<PanelView, 'texts'>) {
  const submit = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const wish = form.querySelector('input')?.value.trim() ?? '';
    if (wish !== '') send(wish);
  };
  return html`<form class="row" @submit=${submit}>
    <input type="text" maxlength="4000" aria-label=${texts.wish} placeholder=${texts.wish} />
    <button type="submit">${texts.send}</button>
  </form>`;
}

/** Arrow keys move between the buttons of a toolbar. */
function walkButtons(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const bar = event.currentTarget as HTMLElement;
  const buttons = [...bar.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  if (!step || at < 0) return;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

function workingStage(stage: Stage & { name: 'working' }, { session, texts, now }: PanelView) {
  const seconds = Math.max(0, Math.round((now - stage.startedAt) / 1000));
  const state = filled(texts.working, { action: texts.actions[stage.ask.action], seconds });
  const shown = shownSoFar(stage.ask.action, stage.text);
  return html`${shown === '' ? nothing : previewOf(shown, texts)}
    <div class="row">
      <button type="button" data-first @click=${() => session.stop()}>${texts.stop}</button>
      <span class="state">${isStalled(stage, now) ? texts.stalled : state}</span>
    </div>`;
}

function resultStage(stage: Stage & { name: 'result' }, view: PanelView) {
  const { session, texts } = view;
  const { action, instruction } = stage.ask;
  const shown = shownSoFar(action, stage.text);
  return html`${previewOf(shown, texts)}
    <div class="row">
      ${
        isAboutText(action)
          ? nothing
          : html`<button type="button" class="main" data-first @click=${() => session.insert('below')}>
                ${texts.insertBelow}
              </button>
              <button type="button" @click=${() => session.insert('instead')}>${texts.replace}</button>`
      }
      ${copyButton(shown, view, isAboutText(action))}
      <button type="button" @click=${() => session.ask(action, instruction)}>${texts.again}</button>
    </div>
    ${saidLine(view)}${wishForm((wish) => session.ask(action, wish), { texts })}`;
}

/** Copies what the preview shows and says whether that worked. */
function copyButton(text: string, { texts, say }: PanelView, isFirst = false) {
  const copy = async (event: Event) => {
    const row = (event.currentTarget as HTMLElement).parentElement;
    if (row) say((await copyText(text, row)) ? texts.copied : texts.notCopied);
  };
  return html`<button type="button" class=${isFirst ? 'main' : ''} ?data-first=${isFirst} @click=${copy}>
    ${texts.copy}
  </button>`;
}

const saidLine = ({ said }: PanelView) => (said === '' ? nothing : html`<p class="note">${said}</p>`);

function failedStage(stage: Stage & { name: 'failed' }, view: PanelView) {
  const { session, texts } = view;
  const { action, instruction } = stage.ask;
  return html`<p class="error" role="alert">${stage.message}</p>
    ${stage.text === '' ? nothing : previewOf(stage.text, texts)}
    <div class="row">
      <button type="button" data-first @click=${() => session.ask(action, instruction)}>
        ${texts.again}
      </button>
      ${stage.text === '' ? nothing : copyButton(stage.text, view)}
    </div>
    ${saidLine(view)}`;
}
