/** Numbers of a version, and whether it is a candidate. */
const parts = /^(\d+)\.(\d+)(?:\.(\d+))?(?:-([\w.-]+))?$/;

/** True for a version such as `1.2.0` or `1.2.0-rc.1`. */
export const isVersion = (text: string): boolean => parts.test(text);

/** Order of two versions: negative when `a` comes first. A candidate comes before its version. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [parts.exec(a), parts.exec(b)];
  for (const place of [1, 2, 3]) {
    const difference = Number(first?.[place] ?? 0) - Number(second?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  const [candidate, other] = [first?.[4], second?.[4]];
  if (candidate === other) return 0;
  if (candidate === undefined) return 1;
  if (other === undefined) return -1;
  return candidate.localeCompare(other, 'en', { numeric: true });
}

/** The sections of a changelog after version `from` up to version `to`, as they stand there. */
export function changesBetween(changelog: string, from: string, to: string): string {
  const sections = changelog.split(/^(?=## )/m).filter((section) => {
    const version = /^## \[?v?([\w.-]+)/.exec(section)?.[1] ?? '';
    return isVersion(version) && compareVersions(version, from) > 0 && compareVersions(version, to) <= 0;
  });
  return sections.join('').trim();
}
