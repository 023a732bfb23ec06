import type { EditorView } from '@tiptap/pm/view';
import { marksKey } from './marks.ts';

const margin = 8;

/** Places the panel below the passage, or at the edge of the window when the passage is out of sight. */
export function placePanel(panel: HTMLElement, view: EditorView): void {
  const marks = marksKey.getState(view.state);
  if (!marks || view.isDestroyed) return;
  const end = Math.min(marks.mapping.map(marks.to, -1), view.state.doc.content.size);
  const { left, bottom } = view.coordsAtPos(end, -1);
  const width = Math.min(460, innerWidth - 2 * margin);
  const height = heightOf(panel);
  const top = Math.max(margin, Math.min(bottom + margin, seenBottom() - height - margin));
  const place = {
    left: Math.max(margin, Math.min(left, innerWidth - width - margin)),
    top: besideText(top, height, view),
  };
  Object.assign(panel.style, {
    position: 'fixed',
    zIndex: '2147483000',
    width: `${width}px`,
    left: `${place.left}px`,
    top: `${place.top}px`,
  });
}

/** Scrolls to the change to decide, unless it is in sight and above the panel. */
export function scrollToChange(panel: HTMLElement, view: EditorView): void {
  const change = changeIn(view);
  const box = change?.getBoundingClientRect();
  if (!box) return;
  const room = seenBottom() - heightOf(panel) - 2 * margin;
  if (box.top >= 0 && box.bottom <= room) return;
  const isSeenInMiddle = (innerHeight + box.height) / 2 <= room;
  change?.scrollIntoView({ block: isSeenInMiddle ? 'center' : 'start' });
}

/** The panel goes below or above the change, or the end of the passage, instead of over it, where there is room. */
function besideText(top: number, height: number, view: EditorView): number {
  const text = changeIn(view) ?? [...view.dom.querySelectorAll('.docent-passage')].at(-1);
  const box = text?.getBoundingClientRect();
  if (!box || box.bottom + margin <= top || box.top - margin >= top + height) return top;
  if (box.bottom + 2 * margin + height <= seenBottom()) return box.bottom + margin;
  return box.top - margin - height >= margin ? box.top - margin - height : top;
}

const changeIn = (view: EditorView) => view.dom.querySelector('.docent-current');

const heightOf = (panel: HTMLElement): number =>
  panel.shadowRoot?.querySelector('.box')?.getBoundingClientRect().height ?? 0;

/** The lower edge of what is seen: above the keyboard on the screen. */
const seenBottom = (): number =>
  Math.min(innerHeight, visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight);
