/** Distance from the end, in CSS pixels, within which the reader counts as being at the end. */
const near = 56;

/**
 * Scrolls a new question to the top of `frame`, so that its answer is read from the beginning, and follows the
 * growing `list` only while the reader is at its end. `tell` is called with whether the end is out of view, follow-up
 * questions included.
 */
export function pinScroll(frame: HTMLElement, list: HTMLElement, tell: (isAway: boolean) => void) {
  let follows = false;
  /** The turn pinned to the top until the reader scrolls: answers above it may still be rendered. */
  let pinned: Element | undefined;
  let isAway = false;
  let place = frame.scrollTop;
  let height = frame.clientHeight;

  const rest = () => frame.scrollHeight - frame.scrollTop - frame.clientHeight;
  /** The button to the end would cover the questions to ask next. */
  const showsFollowUps = () => {
    const place = list.lastElementChild?.querySelector('.follow-ups')?.getBoundingClientRect();
    return place !== undefined && place.top < frame.getBoundingClientRect().bottom;
  };
  const look = () => {
    const away = rest() > near && !showsFollowUps();
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
  const grown = () => {
    const lost = height - frame.clientHeight;
    height = frame.clientHeight;
    if (follows) return toEnd();
    // A note below or an on-screen keyboard takes room from whoever writes in here, as about a bad answer.
    if (lost > 0 && list.querySelector(':focus')) {
      pinned = undefined;
      return go(frame.scrollTop + lost);
    }
    toPinned();
  };
  // Only scrolling down to the end starts following; scrolling by this code or by a shrinking list does not.
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
    /** Scrolls the last turn to the top; the style sheet reserves room below it. */
    toNewest() {
      follows = false;
      pinned = list.lastElementChild ?? undefined;
      toPinned();
    },
    stop: () => observer.disconnect(),
  };
}

export type PinnedScroll = ReturnType<typeof pinScroll>;
