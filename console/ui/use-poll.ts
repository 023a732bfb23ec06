import { onScopeDispose } from 'vue';

/** Calls `look` every so many milliseconds until it resolves with false or the page is left; never overlapping. */
export function usePoll(look: () => Promise<boolean>, everyMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let left = false;
  const turn = async (): Promise<void> => {
    // A failed look is not the end of what is looked at.
    const goOn = await look().catch(() => true);
    if (goOn && running && !left) timer = setTimeout(() => void turn(), everyMs);
    else running = false;
  };
  const start = () => {
    if (running || left) return;
    running = true;
    void turn();
  };
  const stop = () => {
    running = false;
    clearTimeout(timer);
  };
  onScopeDispose(() => {
    left = true;
    stop();
  });
  return { start, stop };
}
