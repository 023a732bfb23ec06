import { onScopeDispose } from 'vue';

/** Calls `look` at an interval until it resolves with false or the page is left; calls never overlap. */
export function usePoll(look: () => Promise<boolean>, everyMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let left = false;
  let starts = 0;
  const turn = async (start: number): Promise<void> => {
    // A failed poll does not end the polling.
    const goOn = await look().catch(() => true);
    // Stopped and started again meanwhile: the newer run continues.
    if (start !== starts) return;
    if (goOn && running && !left) timer = setTimeout(() => void turn(start), everyMs);
    else running = false;
  };
  const start = () => {
    if (running || left) return;
    running = true;
    starts += 1;
    void turn(starts);
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
