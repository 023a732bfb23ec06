/** Runs a task with the next picture; a hidden page paints none, so there it runs soon. */
export function beforePaint(task: () => void): void {
  if (document.hidden) setTimeout(task, 100);
  else requestAnimationFrame(task);
}
