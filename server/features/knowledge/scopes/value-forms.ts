import type { PathRuleKind } from '../../../../contract/articles/path-rules.ts';

/** Whether a segment of a path reads as a language or a version; segments are in lower case. */
export const readsAs: Readonly<Record<PathRuleKind, (segment: string) => boolean>> = {
  language: (segment) =>
    languageTag.test(segment) && languages.of(segment.slice(0, 2).toLowerCase()) !== undefined,
  version: (segment) => versionNumber.test(segment) || versionNames.has(segment),
};

/** Two letters, and a script, a region or both in this order, which alone is a tag: `en`, `zh-cn`, `pt_br`. */
const languageTag = /^[a-z]{2}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/;
const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** `v2`, `1.x`, `3.11.2`, `2.0.0-rc.1`. */
const versionNumber =
  /^v?\d{1,6}(?:\.(?:\d{1,6}|x)){0,4}(?:[-.]?(?:alpha|beta|rc|preview|pre|dev|lts|final|snapshot)(?:[-.]?\d{1,6})?)?$/;

/** What documentation tools call a version that is no number. */
const versionNames = new Set(
  ['latest', 'stable', 'current', 'next', 'main', 'master', 'dev', 'devel', 'edge'].concat([
    'nightly',
    'canary',
    'lts',
    'unreleased',
  ]),
);

/** What visitors read of a value: a language in its own words. */
export function nameOf(kind: PathRuleKind, value: string): string {
  if (kind === 'version' || !languageTag.test(value)) return value;
  const tag = value.replaceAll('_', '-');
  return new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag) ?? value;
}
