import { html, nothing } from 'lit';
import { filled } from '../../contract/widget/filled.ts';
import type { PassagePicture } from '../passage.ts';
import type { Stage } from '../session.ts';
import type { EditorTexts } from '../texts.ts';
import type { PanelView } from './panel-view.ts';
import { afterOf, changeState } from './spoken.ts';

/** The changes one by one. The document is changed once, after all are decided. */
export function reviewStage(stage: Stage & { name: 'review' }, { session, texts }: PanelView) {
  const { changes, current, notes } = stage;
  const change = changes[current];
  const remarks = notes.map((note) => html`<p class="note">${note}</p>`);
  if (!change) return html`${remarks}`;
  return html`${change.picture ? shownPicture(change.picture) : session.passage?.showsChanges === false ? changedText(stage, texts) : nothing}
    <div class="row">
      <button type="button" aria-label=${texts.previous} @click=${() => session.goTo(current - 1)}>‹</button>
      <span class="state">${changeState(stage, change, texts)}</span>
      <button type="button" aria-label=${texts.next} @click=${() => session.goTo(current + 1)}>›</button>
    </div>
    <p class="pair">
      <del>${change.before || texts.nothingBefore}</del>
      <ins>${afterOf(change, texts)}</ins>
    </p>
    ${
      change.sentence
        ? html`<p class="note">${filled(texts.inSentence, { sentence: change.sentence })}</p>`
        : nothing
    }
    <div class="row">
      <button type="button" class="main" data-first @click=${() => session.decide(current, 'accepted')}>
        ${texts.accept}
      </button>
      <button type="button" @click=${() => session.decide(current, 'rejected')}>${texts.reject}</button>
      <span class="gap"></span>
      <button type="button" @click=${() => session.decideRest('accepted')}>${texts.acceptRest}</button>
      <button type="button" @click=${() => session.decideRest('rejected')}>${texts.rejectRest}</button>
    </div>
    ${remarks}`;
}

/** The picture whose alternative text changes. */
const shownPicture = ({ address }: PassagePicture) =>
  html`<p class="picture"><img src=${address} alt="" /></p>`;

/** The whole text with its changes, for editors that cannot show them in the document. */
function changedText({ ask: { text }, changes, current }: Stage & { name: 'review' }, texts: EditorTexts) {
  const pieces = changes.map((change, index) => {
    const same = text.slice(changes[index - 1]?.end ?? 0, change.start);
    const [left, taken] = [change.decision === 'rejected', change.decision === 'accepted'];
    const isCurrent = index === current;
    return html`${same}${
      taken && !change.href
        ? nothing
        : html`<del class=${left || change.href ? 'kept' : ''} ?data-current=${isCurrent}
            >${change.before}</del
          >`
    }${left || change.href ? nothing : html`<ins ?data-current=${isCurrent}>${change.replacement}</ins>`}`;
  });
  const rest = text.slice(changes.at(-1)?.end ?? 0);
  return html`<div class="preview" role="region" aria-label=${texts.preview} tabindex="0">
    <span class="text">${pieces}${rest}</span>
  </div>`;
}
