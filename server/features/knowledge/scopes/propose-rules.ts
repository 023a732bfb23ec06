import {
  pathRuleKinds,
  pathRuleLimits,
  type PathRuleKind,
  type PathRuleReading,
  type PathRuleReadings,
} from '../../../../contract/articles/path-rules.ts';
import { detectLanguage } from '../../../text/detect-language.ts';
import { createReadPath, segmentsOf } from './path-rules.ts';
import { nameOf, readsAs } from './value-forms.ts';

interface Page {
  readonly url: string;
  readonly title: string;
}

/** Segments of a path in which a language or a version is looked for. */
const mostSegments = 4;
/** A rule is proposed when this share of its pages also stands under another of its values. */
const leastShared = 1 / 4;
/** Languages whose pages have names of their own: together they are this share of what is below the path. */
const leastOfAll = 4 / 5;
/** Titles by which the language of pages without one in their path is told. */
const titlesRead = 20;

/**
 * Rules that the addresses of a site suggest: segments that read as languages or versions and that hold the same pages, and what the
 * pages beside them are. `/2024/05/hello` is none, since no other month has that page.
 */
async function proposeRules(
  pages: readonly Page[],
  languageOf: (text: string) => Promise<string>,
): Promise<readonly string[]> {
  const split = pages.map((page) => ({ ...page, segments: segmentsOf(page.url) }));
  const rules: string[] = [];
  const others: string[] = [];
  const groups = byBefore(split);
  for (const kind of pathRuleKinds)
    for (const group of groups) {
      const place = placeIn(kind, group);
      if (!place) continue;
      const beside = besideOf(kind, group);
      if (!isLikely(kind, place, beside)) continue;
      const path = [...place.before, `{${kind}}`].join('/');
      rules.push(`/${path}/`);
      if (!isSame(place, beside)) continue;
      const titles = beside.slice(0, titlesRead).map(({ title }) => title);
      const value = kind === 'version' ? 'current' : (await languageOf(titles.join('. '))).toLowerCase();
      if (value !== '')
        others.push(`${place.before.map((segment) => `/${segment}`).join('')}/ ${kind}=${value}`);
    }
  // Deeper places first: of each kind the first rule that gives a value counts.
  const deepestFirst = (list: readonly string[]) =>
    list.toSorted((a, b) => b.split('/').length - a.split('/').length);
  return [...deepestFirst(rules), ...deepestFirst(others)].slice(0, pathRuleLimits.rules);
}

type SplitPage = Page & { readonly segments: readonly string[] };

/** A position in paths, and what follows it by value. */
interface Place {
  /** Segments before it; `*` for a language or a version. */
  readonly before: readonly string[];
  readonly restsOf: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Pages whose paths begin alike, with the segment that follows. */
type Group = readonly { readonly page: SplitPage; readonly at: number; readonly segment: string }[];

/** Each page stands in as many groups as it has segments that are looked at, so that a site of many folders costs no more than its pages. */
function byBefore(pages: readonly SplitPage[]): readonly Group[] {
  const groups = new Map<string, Group[number][]>();
  for (const page of pages)
    for (const [at, segment] of page.segments.slice(0, mostSegments).entries()) {
      const key = [at, ...beforeOf(page.segments, at)].join('/');
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push({ page, at, segment });
    }
  return [...groups.values()];
}

function placeIn(kind: PathRuleKind, group: Group): Place | undefined {
  const valued = group.filter(({ segment }) => readsAs[kind](segment));
  const [first] = valued;
  if (!first) return undefined;
  const restsOf = new Map<string, Set<string>>();
  for (const { page, at, segment } of valued) {
    const rests = restsOf.get(segment) ?? new Set();
    restsOf.set(segment, rests.add(page.segments.slice(at + 1).join('/')));
  }
  return { before: beforeOf(first.page.segments, first.at), restsOf };
}

const beforeOf = (segments: readonly string[], at: number): readonly string[] =>
  segments.slice(0, at).map((segment) => (isValue(segment) ? '*' : segment));

const isValue = (segment: string): boolean => pathRuleKinds.some((kind) => readsAs[kind](segment));

/** The pages at a place that stand under none of its values, with the rest of their path. */
const besideOf = (kind: PathRuleKind, group: Group) =>
  group.flatMap(({ page: { segments, title }, at, segment }) =>
    readsAs[kind](segment) ? [] : [{ title, rest: segments.slice(at).join('/') }],
  );

type Beside = ReturnType<typeof besideOf>;

function isLikely(kind: PathRuleKind, { restsOf }: Place, beside: Beside): boolean {
  const groups = [...restsOf.values(), new Set(beside.map(({ rest }) => rest))];
  const times = new Map<string, number>();
  for (const rests of groups) for (const rest of rests) times.set(rest, (times.get(rest) ?? 0) + 1);
  const held = [...restsOf.values()].flatMap((rests) => [...rests]).filter((rest) => rest !== '');
  const shared = held.filter((rest) => (times.get(rest) ?? 0) > 1).length;
  if (held.length > 0 && shared >= held.length * leastShared) return true;
  const isMost = held.length >= (held.length + beside.length) * leastOfAll;
  return kind === 'language' && restsOf.size > 1 && isMost;
}

/** True when the pages beside the values are those of one more value. */
function isSame({ restsOf }: Place, beside: Beside): boolean {
  const known = new Set([...restsOf.values()].flatMap((rests) => [...rests]));
  const shared = beside.filter(({ rest }) => known.has(rest)).length;
  return shared > 0 && shared >= beside.length * leastShared;
}

/** The saved rules of a site and those that its addresses suggest, with what they find. */
export async function readPathRules(
  pages: readonly Page[],
  saved: readonly string[],
): Promise<PathRuleReadings> {
  const proposed = await proposeRules(pages, detectLanguage);
  const isNew = ({ rule }: PathRuleReading) => !saved.includes(rule);
  return {
    total: pages.length,
    saved: readingsOf(saved, pages),
    proposed: readingsOf(proposed, pages).filter(isNew),
  };
}

/** What rules find on a site, each beside the others. */
function readingsOf(rules: readonly string[], pages: readonly Page[]): PathRuleReading[] {
  const readPath = createReadPath(rules);
  const found = rules.map(() => new Map<string, PathRuleReading['values'][number]>());
  const articles = rules.map(() => 0);
  for (const { url } of pages) {
    const values = readPath(url);
    for (const { kind, value, rule } of values) {
      const known = found[rule]?.get(`${kind}:${value}`);
      const one = known ?? { kind, value, name: nameOf(kind, value), articles: 0, example: url };
      found[rule]?.set(`${kind}:${value}`, { ...one, articles: one.articles + 1 });
    }
    for (const rule of new Set(values.map((value) => value.rule))) articles[rule] = (articles[rule] ?? 0) + 1;
  }
  return rules.map((rule, nth) => ({
    rule,
    articles: articles[nth] ?? 0,
    values: [...(found[nth]?.values() ?? [])]
      .toSorted((a, b) => b.articles - a.articles || (a.value < b.value ? -1 : 1))
      .slice(0, pathRuleLimits.values),
  }));
}
