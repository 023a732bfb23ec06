import { dayMs, hourMs, minuteMs } from '../../kit/calendar.ts';

/** What is known of an installation; times in epoch milliseconds. */
export interface StatusFacts {
  readonly now: number;
  readonly siteUp?: number | undefined;
  readonly readAt?: number | undefined;
  readonly articles?: number | undefined;
  readonly leftOut?: number | undefined;
  readonly freeBytes?: number | undefined;
  readonly backedUpAt?: number | undefined;
  readonly calls?: number | undefined;
  readonly jobs?: number | undefined;
  readonly notices?: number | undefined;
}

/** One line for each fact that is known, and one where no backup is. */
export function statusLines(facts: StatusFacts): readonly string[] {
  const { now, siteUp, readAt, articles, leftOut, freeBytes, backedUpAt, calls, jobs, notices } = facts;
  const waiting = [
    counted(calls, 'model calls'),
    counted(notices, 'notices'),
    ...(jobs === undefined ? [] : [`jobs that run: ${jobs}`]),
  ].filter((part) => part !== '');
  return [
    ...(siteUp === undefined
      ? []
      : [
          `Site:         ${siteUp === 1 ? 'can be read' : 'cannot be read'}${readAt === undefined ? '' : `, last read ${ago(now - readAt)}`}`,
        ]),
    ...(articles === undefined
      ? []
      : [`Articles:     ${articles} in the index${leftOut ? `, ${leftOut} left out` : ''}`]),
    ...(waiting.length === 0 ? [] : [`Waiting:      ${waiting.join(', ')}`]),
    ...(freeBytes === undefined ? [] : [`Free room:    ${(freeBytes / 1024 ** 3).toFixed(1)} GiB`]),
    `Last backup:  ${backedUpAt === undefined ? 'none by docent backup' : `${new Date(backedUpAt).toISOString().slice(0, 16).replace('T', ' ')} UTC, ${ago(now - backedUpAt)}`}`,
  ];
}

const counted = (count: number | undefined, name: string): string =>
  count === undefined ? '' : `${name}: ${count}`;

/** How long ago something was, in the largest unit of which there are two or more. */
function ago(ms: number): string {
  const [size, name] = units.find(([unit]) => ms >= 2 * unit) ?? [1_000, 'seconds'];
  return `${Math.max(0, Math.round(ms / size))} ${name} ago`;
}

const units = [
  [dayMs, 'days'],
  [hourMs, 'hours'],
  [minuteMs, 'minutes'],
] as const;
