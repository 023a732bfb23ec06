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
