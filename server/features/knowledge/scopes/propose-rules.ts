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
  for (const kind of pathRuleKinds)
    for (const place of placesOf(kind, split)) {
      const beside = besideOf(kind, place, split);
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

function placesOf(kind: PathRuleKind, pages: readonly SplitPage[]): readonly Place[] {
  const places = new Map<string, { before: readonly string[]; restsOf: Map<string, Set<string>> }>();
  for (const { segments } of pages)
    for (const [at, segment] of segments.slice(0, mostSegments).entries()) {
      if (!readsAs[kind](segment)) continue;
      const before = beforeOf(segments, at);
      const key = before.join('/');
      const place = places.get(key) ?? { before, restsOf: new Map<string, Set<string>>() };
      places.set(key, place);
      const rests = place.restsOf.get(segment) ?? new Set();
      place.restsOf.set(segment, rests.add(segments.slice(at + 1).join('/')));
    }
  return [...places.values()];
}

const beforeOf = (segments: readonly string[], at: number): readonly string[] =>
  segments.slice(0, at).map((segment) => (isValue(segment) ? '*' : segment));

const isValue = (segment: string): boolean => pathRuleKinds.some((kind) => readsAs[kind](segment));

/** The pages at a place that stand under none of its values, with the rest of their path. */
const besideOf = (kind: PathRuleKind, { before }: Place, pages: readonly SplitPage[]) =>
  pages.flatMap(({ segments, title }) => {
    const at = before.length;
    const isThere = beforeOf(segments, at).join('/') === before.join('/') && segments.length > at;
    if (!isThere || readsAs[kind](segments[at] ?? '')) return [];
    return [{ title, rest: segments.slice(at).join('/') }];
  });

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
