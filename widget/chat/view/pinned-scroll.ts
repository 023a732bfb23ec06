/** Closer to the end than this, in CSS pixels, the reader is at the end. */
const near = 56;

/**
 * Shows a new question at the top of `frame`, so that its answer is read from the beginning, and follows the growing
 * `list` only for a reader who went to its end. `tell` learns whether the end is out of sight.
 */
export function pinScroll(frame: HTMLElement, list: HTMLElement, tell: (isAway: boolean) => void) {
  let follows = false;
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
    go(frame.scrollHeight);
  };
  const grown = () => (follows ? toEnd() : look());
  // Only a move down to the end is a wish to follow; our own moves change nothing here, nor does a list that shrinks.
  const moved = () => {
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
      const turn = list.lastElementChild;
      if (!turn) return;
      const inset = Number.parseFloat(getComputedStyle(frame).paddingBlockStart);
      go(frame.scrollTop + turn.getBoundingClientRect().top - frame.getBoundingClientRect().top - inset);
    },
    stop: () => observer.disconnect(),
  };
}

export type PinnedScroll = ReturnType<typeof pinScroll>;
