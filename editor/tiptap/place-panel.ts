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
  const height = panel.shadowRoot?.firstElementChild?.getBoundingClientRect().height ?? 0;
  const place = {
    left: Math.max(margin, Math.min(left, innerWidth - width - margin)),
    top: Math.max(margin, Math.min(bottom + margin, innerHeight - height - margin)),
  };
  Object.assign(panel.style, {
    position: 'fixed',
    zIndex: '2147483000',
    width: `${width}px`,
    left: `${place.left}px`,
    top: `${place.top}px`,
  });
}
