/** True when an `Origin` header matches a pattern; `*.` stands for one or more labels. */
export function matchesOrigin(pattern: string, header: string): boolean {
  if (pattern === '*') return true;
  const origin = URL.parse(header);
  if (!origin) return false;
  const [before, below] = pattern.split('*.');
  if (below === undefined) return URL.parse(pattern)?.origin === origin.origin;
  const base = URL.parse(`${before}${below}`);
  return (
    base !== null &&
    base.protocol === origin.protocol &&
    base.port === origin.port &&
    origin.hostname.endsWith(`.${base.hostname}`)
  );
}
