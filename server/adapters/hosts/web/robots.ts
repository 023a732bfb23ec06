import robotsParser from 'robots-parser';

interface Rules {
  isAllowed(url: string, agent: string): boolean | undefined;
  getCrawlDelay(agent: string): number | undefined;
  getSitemaps(): string[];
}

/** The package's types describe another module format than it has. */
const parseRobots = robotsParser as unknown as (url: string, text: string) => Rules;

/** What the site asks of programs that read it. */
export interface Robots {
  allows(path: string): boolean;
  readonly delayMs: number;
  /** Absolute addresses. */
  readonly sitemaps: readonly string[];
}

/** The name by which rules of robots.txt mean Docent. */
const robotName = 'Docent';
const longestDelayMs = 10_000;
const maxLength = 500_000;

/** Reads robots.txt; `''` allows everything. */
export const readRobots = (origin: string, text: string): Robots => {
  const rules = parseRobots(`${origin}/robots.txt`, text.slice(0, maxLength));
  return {
    allows: (path) => rules.isAllowed(origin + path, robotName) ?? true,
    delayMs: Math.min((rules.getCrawlDelay(robotName) ?? 0) * 1000, longestDelayMs),
    sitemaps: rules.getSitemaps().slice(0, 50),
  };
};
