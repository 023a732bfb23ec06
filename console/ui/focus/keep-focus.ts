/** Elements that the Tab key can focus. */
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), summary, [tabindex="0"]';
/** Time that a page has to place the focus itself, in milliseconds. */
const patienceMs = 60;

/** The element that had the focus, with its places among what its ancestors hold. */
interface Place {
  readonly element: Element;
  readonly path: string;
  readonly homes: readonly { readonly home: Element; readonly index: number }[];
}

/**
 * Keeps the focus when the element that has it goes: a deleted row, a closed notice, a button that makes way for its
 * result. The element in its place takes it, or `main` when another page has opened. Ends with `signal`.
 */
export function keepFocus(main: HTMLElement, signal: AbortSignal): void {
  let last: Place | undefined;
  let timer = 0;
  document.addEventListener('focusin', ({ target }) => (last = placeOf(target)), { signal });
  // A click on nothing takes the focus away on purpose.
  document.addEventListener('pointerdown', () => (last = undefined), { signal, capture: true });
  const restore = () => {
    if (!last || last.element.isConnected || document.activeElement !== document.body) return;
    const next = last.path === location.pathname ? successor(last) : undefined;
    last = undefined;
    (next ?? main).focus({ preventScroll: next === undefined });
  };
  const observer = new MutationObserver(() => {
    if (!last || last.element.isConnected) return;
    clearTimeout(timer);
    timer = window.setTimeout(restore, patienceMs);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
}

function placeOf(target: EventTarget | null): Place | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  // The page is searched once, not once for each ancestor: this runs at every step of the focus.
  const all = within(document.body);
  const before = all.slice(0, Math.max(0, all.indexOf(target)));
  const homes: { home: Element; index: number }[] = [];
  for (let home = target.parentElement; home && home !== document.body; home = home.parentElement) {
    const parent = home;
    homes.push({ home, index: before.filter((one) => parent.contains(one)).length });
  }
  return { element: target, path: location.pathname, homes };
}

/** The element at the same place in the nearest ancestor that is left and holds any. */
function successor({ homes }: Place): HTMLElement | undefined {
  for (const { home, index } of homes) {
    if (!home.isConnected) continue;
    const rest = within(home);
    const next = rest[Math.min(index, rest.length - 1)];
    if (next) return next;
  }
  return undefined;
}

const within = (home: Element): HTMLElement[] =>
  [...home.querySelectorAll<HTMLElement>(focusable)].filter((one) => one.getClientRects().length > 0);
