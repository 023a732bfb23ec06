import type { PathRuleKind } from '../../../../contract/articles/path-rules.ts';
import { percentDecoded } from '../../../text/percent-decoded.ts';
import { readsAs } from './value-forms.ts';

/** What a page is by its path. */
export interface PathValue {
  readonly kind: PathRuleKind;
  readonly value: string;
}

/** Value of a page, and the place of the rule that gave it. */
export interface RuledValue extends PathValue {
  readonly rule: number;
}

/** Reads the values of a page; of each kind the first rule that gives one counts. */
export type ReadPath = (url: string) => readonly RuledValue[];

/** Rules as they are configured, see `contract/articles/path-rules.ts`. Each page takes a walk along its segments for each rule. */
export function createReadPath(rules: readonly string[]): ReadPath {
  if (rules.length === 0) return () => [];
  const read = rules.map(parsed);
  return (url) => {
    const segments = segmentsOf(url);
    const found: RuledValue[] = [];
    for (const [rule, one] of read.entries())
      for (const value of valuesBy(one, segments))
        if (!found.some(({ kind }) => kind === value.kind)) found.push({ ...value, rule });
    return found;
  };
}

/** A path in lower case, without query, fragment and the sign at its end. */
export function pathOf(url: string): string {
  const path =
    plainPath.exec(url)?.[1] ?? percentDecoded(URL.parse(url, 'https://page.invalid')?.pathname ?? '');
  return path.toLowerCase().replace(/\/$/, '');
}

/** An address of which the path is read without parsing the rest, which takes a third of the time that a list of a large site does. */
const plainPath = /^(?:https?:\/\/[\w.-]+)?((?:\/[\w~-][\w.~-]*)+\/?)$/;

export const segmentsOf = (url: string): readonly string[] => pathOf(url).split('/').slice(1);

interface Rule {
  readonly segments: readonly Segment[];
  readonly given: PathValue | undefined;
}

interface Segment {
  readonly accepts: (segment: string) => boolean;
  readonly kind?: PathRuleKind;
}

function parsed(rule: string): Rule {
  const [path = '', given] = rule.split(' ');
  const [kind, value = ''] = given?.split('=') ?? [];
  return {
    segments: path
      .split('/')
      .slice(1)
      .filter((segment, nth, all) => segment !== '' || nth < all.length - 1)
      .map(segmentOf),
    given: kind === undefined ? undefined : { kind: kindOf(kind), value: value.toLowerCase() },
  };
}

function segmentOf(written: string): Segment {
  if (written === '*') return { accepts: (segment) => segment !== '' };
  if (!written.startsWith('{')) {
    const literal = percentDecoded(written).toLowerCase();
    return { accepts: (segment) => segment === literal };
  }
  const [name = '', listed] = written.slice(1, -1).split(':');
  const kind = kindOf(name);
  const values = listed === undefined ? undefined : new Set(listed.toLowerCase().split('|'));
  return { kind, accepts: values ? (segment) => values.has(segment) : readsAs[kind] };
}

const kindOf = (written: string): PathRuleKind => (written === 'language' ? 'language' : 'version');

function valuesBy({ segments, given }: Rule, path: readonly string[]): readonly PathValue[] {
  if (!segments.every(({ accepts }, nth) => accepts(path[nth] ?? ''))) return [];
  const read = segments.flatMap(({ kind }, nth) => (kind ? [{ kind, value: path[nth] ?? '' }] : []));
  return given ? [...read, given] : read;
}
