/** For each line in turn, true when it belongs to a fenced code block, fences included. */
export const createFenceTracker = (): ((line: string) => boolean) => {
  let open: { mark: string; length: number } | undefined;
  return (line) => {
    const match = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})([^]*)$/.exec(line);
    const marks = match?.[1] ?? '';
    const rest = match?.[2] ?? '';
    const mark = marks.charAt(0);
    if (open) {
      if (mark === open.mark && marks.length >= open.length && rest.trim() === '') open = undefined;
      return true;
    }
    if (marks === '' || (mark === '`' && rest.includes('`'))) return false;
    open = { mark, length: marks.length };
    return true;
  };
};
