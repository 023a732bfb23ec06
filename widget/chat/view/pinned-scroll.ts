/** Closer to the end than this, in CSS pixels, the reader is at the end. */
const near = 56;

/**
 * Shows a new question at the top of `frame`, so that its answer is read from the beginning, and follows the growing
 * `list` only for a reader who went to its end. `tell` learns whether the end is out of sight.
 */
export function pinScroll(frame: HTMLElement, list: HTMLElement, tell: (isAway: boolean) => void) {
  let follows = false;
  /** The turn that stands at the top until the reader scrolls: answers above it may still be drawn. */
  let pinned: Element | undefined;
  let isAway = false;
  let place = frame.scrollTop;

  const rest = () => frame.scrollHeight - frame.scrollTop - frame.clientHeight;
  const look = () => {
    const away = rest() > near;
    if (away !== isAway) tell(away);
    isAway = away;
  };
  const go = (to: number) => {
    frame.scrollTop = to;
    place = frame.scrollTop;
    look();
  };
  const toEnd = () => {
    follows = true;
    pinned = undefined;
    go(frame.scrollHeight);
  };
  const toPinned = () => {
    if (!pinned?.isConnected) return look();
    const inset = Number.parseFloat(getComputedStyle(frame).paddingBlockStart);
    go(frame.scrollTop + pinned.getBoundingClientRect().top - frame.getBoundingClientRect().top - inset);
  };
  const grown = () => (follows ? toEnd() : toPinned());
  // Only a move down to the end is a wish to follow; our own moves change nothing here, nor does a list that shrinks.
  const moved = () => {
    if (frame.scrollTop !== place) pinned = undefined;
    if (rest() > near) follows = false;
    else if (frame.scrollTop > place) follows = true;
    place = frame.scrollTop;
    look();
  };

  const observer = new ResizeObserver(grown);
  observer.observe(list);
  observer.observe(frame);
  frame.addEventListener('scroll', moved, { passive: true });
  return {
    toEnd,
    /** Puts the last turn at the top; the style sheet keeps room for it below. */
    toNewest() {
      follows = false;
      pinned = list.lastElementChild ?? undefined;
      toPinned();
    },
    stop: () => observer.disconnect(),
  };
}

export type PinnedScroll = ReturnType<typeof pinScroll>;
