import { writeText, readText } from '../kit/storage.ts';
import { createShell, applyTheme, type Look } from '../appearance/shell.ts';
import type { MapTexts } from './texts/keys.ts';
import { button, drawing, make } from './dom.ts';
import { fetchMap, type Fetched } from './fetch-map.ts';
import { createFullScreen } from './full-screen.ts';
import { jumpTo } from './jump.ts';
import mapCss from './mind-map.css?inline';
import { readOutline, type MapNode, type Outline } from './outline.ts';
import { createView, type View } from './view.ts';

export interface BlockOptions {
  /** Address of the service, with a trailing slash. */
  readonly base: URL;
  readonly look: Look;
  readonly text: MapTexts;
  readonly postName: string;
  /** True when the page has a placeholder: the block then also shows loading and failure. */
  readonly isWanted: boolean;
  /** Called when the block is ready to stand on the page. */
  readonly settle: () => void;
}

/** The map of one article. */
export interface Block {
  readonly element: HTMLElement;
  /** Loads the map, unless `already` given; also retries. */
  load(already?: Fetched): Promise<void>;
  /** True when there is something to show. */
  isReady(): boolean;
  remove(): void;
}

/** Creates the block of an article: a bar that expands the map. It is collapsed unless the visitor left it open. */
export function createBlock({ base, look, text, postName, isWanted, settle }: BlockOptions): Block {
  const element = document.createElement('docent-mind-map');
  const shell = createShell(element);
  addStyles(element);
  const stop = new AbortController();
  const openKey = `docent-mind-map-open:${postName}`;
  const count = make('span', { class: 'count' });
  const fold = make(
    'button',
    { type: 'button', class: 'fold', 'aria-controls': 'content' },
    drawing('map'),
    make('span', { class: 'title' }, text('map')),
    count,
    drawing('chevron'),
  );
  const tools = make('div', { class: 'tools', role: 'group', 'aria-label': text('mapTools') });
  const content = make('div', { class: 'content', id: 'content' });
  const frame = make(
    'section',
    { class: 'block', 'aria-label': text('map') },
    make('div', { class: 'bar' }, fold, tools),
    content,
  );
  shell.append(frame);
  const fullScreen = createFullScreen({ element, frame, shell, label: text('map') });
  const removeTheme = applyTheme(shell, look);

  let outline: Outline | undefined;
  let view: View | undefined;
  let isOpen = readText(openKey, 'local') !== undefined;
  let isReady = isWanted;
  let attempt = new AbortController();

  async function load(already?: Fetched): Promise<void> {
    attempt.abort();
    attempt = new AbortController();
    const { signal } = attempt;
    if (isReady) say(text('mapLoading'));
    const fetched = already ?? (await fetchMap(base, postName, signal));
    // A later attempt or another page has replaced this one.
    if (signal.aborted || stop.signal.aborted) return;
    outline = fetched.kind === 'map' ? readOutline(fetched.markdown, document.title) : undefined;
    if (outline) return show(outline);
    if (fetched.kind === 'none' && element.dataset.empty !== 'show') return hide();
    if (!isReady) return;
    if (fetched.kind === 'none') say(text('mapNone'));
    else fail();
  }

  function show({ root, chapters }: Outline): void {
    isReady = true;
    count.textContent = text('chapters', { count: chapters });
    view?.remove();
    view = createView({ root, text, tools, fullScreen, again: () => void load(), jump });
    content.replaceChildren(view.element);
    settle();
    setOpen(isOpen);
  }

  function hide(): void {
    isReady = false;
    fullScreen.leave();
    element.remove();
  }

  /** A message in place of the map; the block opens to show it. */
  function say(words: string, ...more: Node[]): void {
    view?.remove();
    view = undefined;
    count.textContent = '';
    content.replaceChildren(make('p', { class: 'notice', role: 'status' }, words), ...more);
    setOpen(isOpen, true);
  }

  const fail = () =>
    say(
      text('mapFailed'),
      button('action', text('retry'), () => void load()),
    );

  function setOpen(open: boolean, isNotice = false): void {
    isOpen = open;
    content.hidden = !open && !isNotice;
    tools.hidden = !open || isNotice;
    fold.hidden = isNotice;
    fold.setAttribute('aria-expanded', String(open));
    frame.dataset.open = String(open || isNotice);
    if (open) view?.open();
  }

  function jump(path: readonly MapNode[]): void {
    fullScreen.leave();
    jumpTo(path, matchMedia('(prefers-reduced-motion: reduce)').matches);
  }

  fold.addEventListener('click', () => {
    if (isOpen) fullScreen.leave();
    setOpen(!isOpen);
    writeText(openKey, isOpen ? '1' : undefined, 'local');
  });

  return {
    element,
    load,
    isReady: () => isReady,
    remove() {
      stop.abort();
      attempt.abort();
      fullScreen.leave();
      view?.remove();
      removeTheme();
      element.remove();
    },
  };
}

function addStyles({ shadowRoot }: HTMLElement): void {
  if (!shadowRoot) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(mapCss);
  shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, sheet];
}
