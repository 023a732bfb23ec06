import { html, nothing, render } from 'lit';
import { createSession, type Session, type Stage } from '../session.ts';
import type { Send } from '../ask.ts';
import type { EditorTexts } from '../texts.ts';
// Imported unprocessed: a build that lowers `light-dark()` would use the system's colours instead of the page's.
import panelCss from './panel.css?raw';
import { spokenOf } from './spoken.ts';
import { stageView } from './stages.ts';

/** The panel of the writing help, in a shadow root of its own. */
export interface Panel {
  readonly element: HTMLElement;
  readonly session: Session;
  /** True when the panel has the focus. */
  readonly hasFocus: () => boolean;
  /** Moves the focus into the panel, to the most likely control. */
  focus(): void;
  destroy(): void;
}

export interface PanelOptions {
  readonly send: Send;
  readonly texts: EditorTexts;
  /** Called after a stage was rendered. */
  readonly drawn: (stage: Stage) => void;
  /** Called when the author closes the panel, by Escape or the button. */
  readonly closed: () => void;
  /** True when the panel has a fixed place, so the menu needs no close button. */
  readonly staysOpen?: boolean;
}

export function createPanel({ send, texts, drawn, closed, staysOpen = false }: PanelOptions): Panel {
  const element = document.createElement('div');
  element.className = 'docent-writing';
  const root = element.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(panelCss);
  root.adoptedStyleSheets = [sheet];
  let drawnStage: Stage = { name: 'closed' };
  let said = '';

  const draw = (stage: Stage): void => {
    const isInside = root.activeElement !== null;
    if (stage !== drawnStage) said = '';
    const view = { session, texts, now: Date.now(), said, say };
    const isAtEnd = stage.name === 'working' && isScrolledToEnd(root);
    const content =
      stage.name === 'closed'
        ? nothing
        : html`<section class="box" role="dialog" aria-label=${texts.title}>
            <header class="row">
              ${staysOpen ? nothing : html`<strong>${texts.title}</strong>`}<span class="gap"></span>
              ${
                staysOpen && stage.name === 'menu'
                  ? nothing
                  : html`<button type="button" class="close" aria-label=${texts.close} @click=${close}>
                      ✕
                    </button>`
              }
            </header>
            ${stageView(stage, view)}
          </section>`;
    // The place for screen readers stays, since they hear of changes in it, not of a new one.
    render(
      html`<div class="spoken" role="status">${spokenOf(stage, view)}</div>
        ${content}`,
      root,
    );
    if (isAtEnd) root.querySelector('.preview')?.scrollTo(0, Number.MAX_SAFE_INTEGER);
    // Keeps the focus in the panel when the pressed button disappears.
    if (isInside && (stage.name !== drawnStage.name || root.activeElement === null)) focus();
    drawnStage = stage;
    drawn(stage);
  };
  const say = (message: string): void => {
    said = message;
    draw(session.stage);
  };
  const session = createSession({ send, texts, changed: draw });
  const ticking = setInterval(() => {
    if (session.stage.name === 'working') draw(session.stage);
  }, 1000);
  const focus = (): void => {
    const places = ['[data-first]', '[role=toolbar] button', 'button'];
    const target = places.map((place) => root.querySelector<HTMLElement>(place)).find(Boolean);
    target?.focus();
  };
  const close = (): void => {
    session.close();
    closed();
  };
  element.addEventListener('keydown', (event) => {
    // Keys pressed here must not trigger shortcuts of the editor or the page, but for the undo of what was just made.
    if (session.stage.name !== 'done' || !isShortcut(event)) event.stopPropagation();
    if (event.key === 'Escape' && !event.isComposing) close();
  });
  element.addEventListener('mousedown', (event) => {
    // The editor keeps its selection while a button is pressed.
    const [target] = event.composedPath();
    if (target instanceof Element && target.closest('button')) event.preventDefault();
  });
  return {
    element,
    session,
    hasFocus: () => root.activeElement !== null,
    focus,
    destroy() {
      clearInterval(ticking);
      session.close();
      element.remove();
    },
  };
}

const isShortcut = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

/** True until the author scrolls up in the text that arrives. */
function isScrolledToEnd(root: ShadowRoot): boolean {
  const preview = root.querySelector('.preview');
  return !preview || preview.scrollHeight - preview.scrollTop - preview.clientHeight < 4;
}
