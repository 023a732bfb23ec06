import { make, tool } from './dom.ts';
import type { FullScreen } from './full-screen.ts';
import { mapPlaceOf } from './canvas-place.ts';
import type { Canvas } from './canvas-options.ts';
import type { MapNode } from './outline.ts';
import { textOutline } from './text-outline.ts';
import type { MapTexts } from './texts/keys.ts';

export interface ViewOptions {
  readonly root: MapNode;
  readonly text: MapTexts;
  /** The container of the buttons. */
  readonly tools: HTMLElement;
  readonly fullScreen: FullScreen;
  readonly again: () => void;
  /** Scrolls to the place of a node; the path leads to it from the root. */
  readonly jump: (path: readonly MapNode[]) => void;
}

/** A loaded map as a tree and as text. */
export interface View {
  readonly element: HTMLElement;
  /** Renders the tree when it is first visible. */
  open(): void;
  remove(): void;
}

/** Creates both views of a map and the buttons for them. */
export function createView({ root, text, tools, fullScreen, again, jump }: ViewOptions): View {
  const place = make('div', { class: 'canvas' });
  const outline = make('div', { class: 'outline' }, textOutline(root, text, jump));
  const notice = make('p', { class: 'notice', role: 'status' });
  const element = make('div', { class: 'view' }, place, outline, notice);
  const map = mapPlaceOf({ place, root, text, jump, isFull: fullScreen.isOn });
  let isText = false;

  const buttons = {
    fewer: tool('fewer', text('mapFewer'), () => withMap((canvas) => canvas.changeLevel(-1))),
    more: tool('more', text('mapMore'), () => withMap((canvas) => canvas.changeLevel(1))),
    fit: tool('fit', text('mapFit'), () => withMap((canvas) => canvas.fitWhole())),
    text: tool('text', text('mapAsText'), () => setText(!isText)),
    again: tool('again', text('mapAgain'), again),
    svg: tool('save', text('mapSvg'), () => void save('svg'), 'SVG'),
    png: tool('save', text('mapPng'), () => void save('png'), 'PNG'),
    full: tool('full', text('mapFull'), () => fullScreen.toggle()),
  };
  tools.replaceChildren(...Object.values(buttons));

  function setText(wanted: boolean): void {
    isText = wanted;
    place.hidden = isText;
    outline.hidden = !isText;
    for (const name of ['fewer', 'more', 'fit', 'svg', 'png'] as const) buttons[name].hidden = isText;
    name(buttons.text, isText ? text('mapAsMap') : text('mapAsText'));
    if (!isText) void draw();
  }

  /** Renders the tree; if that fails, the text replaces it. */
  async function draw(): Promise<void> {
    if (await map.draw()) return;
    setText(true);
    buttons.text.hidden = true;
    notice.textContent = text('mapNotDrawn');
  }

  const withMap = (act: (canvas: Canvas) => void) => {
    const canvas = map.canvas();
    if (canvas) act(canvas);
  };

  async function save(format: 'svg' | 'png'): Promise<void> {
    notice.textContent = '';
    try {
      const svg = map.canvas()?.svg;
      const { savePicture } = await import('./drawing/picture.ts');
      if (svg) await savePicture(svg, format, root.text);
    } catch {
      notice.textContent = text('mapNotSaved');
    }
  }

  fullScreen.onChange = (isOn) => {
    name(buttons.full, isOn ? text('mapLeave') : text('mapFull'));
    buttons.full.focus();
    withMap((canvas) => canvas.fit());
  };
  outline.hidden = true;
  return {
    element,
    open: () => (isText ? undefined : void draw()),
    remove() {
      map.remove();
      element.remove();
      tools.replaceChildren();
    },
  };
}

function name(button: HTMLButtonElement, words: string): void {
  button.title = words;
  button.setAttribute('aria-label', words);
}
