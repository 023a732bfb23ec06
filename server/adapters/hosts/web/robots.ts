import robotsParser from 'robots-parser';

interface Rules {
  isAllowed(url: string, agent: string): boolean | undefined;
  getCrawlDelay(agent: string): number | undefined;
  getSitemaps(): string[];
}

/** The package's types are for another module format. */
const parseRobots = robotsParser as unknown as (url: string, text: string) => Rules;

/** Rules of the site's robots.txt. */
export interface Robots {
  allows(path: string): boolean;
  readonly delayMs: number;
  /** Absolute addresses. */
  readonly sitemaps: readonly string[];
}

/** User agent name in robots.txt. */
const robotName = 'Docent';
/** Directives of `X-Robots-Tag` that have a value. */
const valued = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/i;
const longestDelayMs = 10_000;
const maxLength = 500_000;

/** Parses robots.txt; `''` allows everything. */
export const readRobots = (origin: string, text: string): Robots => {
  const rules = parseRobots(`${origin}/robots.txt`, text.slice(0, maxLength));
  return {
    allows: (path) => rules.isAllowed(origin + path, robotName) ?? true,
    delayMs: Math.min((rules.getCrawlDelay(robotName) ?? 0) * 1000, longestDelayMs),
    sitemaps: rules.getSitemaps().slice(0, 50),
  };
};

/** True when an `X-Robots-Tag` asks everybody, or Docent, not to index the page. */
export const forbidsIndexing = (header: string): boolean => {
  let isMeant = true;
  return header.split(',').some((part) => {
    const [, name, rest = ''] = /^\s*([\w*-]+)\s*:(.*)$/s.exec(part) ?? [undefined, undefined, part];
    if (name !== undefined && valued.test(name)) return false;
    // A name applies to all directives after it.
    if (name !== undefined) isMeant = name === '*' || name.toLowerCase() === robotName.toLowerCase();
    return isMeant && /^\s*(?:noindex|none)\s*$/i.test(rest);
  });
};
