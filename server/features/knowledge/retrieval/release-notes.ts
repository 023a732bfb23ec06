import { foldText } from '../../../text/text.ts';

/** Names of pages and sections that list the changes of versions, folded. */
const names = [
  /\b(?:release (?:notes?|history|log)|change ?logs?|changes in (?:version )?v?\d|version history|patch notes|what['’]s new|release v?\d[\d.]*)|^(?:(?:recent|latest|all) )?(?:[\p{L}\p{N}]+ )?(?:releases|news)$/u,
  /更新日志|更新记录|更新历史|版本历史|版本记录|变更日志|变更记录|发布说明|发行说明|发布历史|更新履歴|リリースノート|변경 ?사항|릴리스 노트/u,
  /\b(?:versionshinweise|änderungsprotokoll|notes de version|journal des modifications|notas de (?:la )?versi[oó]n|registro de cambios|notas de (?:lançamento|versão))\b|список изменений|история версий/u,
  // A heading that is a version or a day: "v2.4.0", "[1.3] – 2026-02-03", "2018-09-15 (3.25.0)".
  /^\W*(?:version |release )?v?\d{1,4}(?:\.\d{1,4}){1,3}(?:[-+.]?(?:alpha|beta|rc|pre)[.\d]{0,20})?\W{0,40}(?:(?<=\W)\d{4}-\d{2}-\d{2}\W{0,40})?$/u,
  /^\W*\d{4}-\d{2}-\d{2}(?:\s*[(（[].*)?$/u,
] as const;

/** Words of a question about versions and their changes, in the languages of the widget, folded. */
const asksForChanges = [
  /\b(?:new|news|newest|latest|recent(?:ly)?|versions?|releases?d?|change[sd]?|changelog|updates?d?|upgrad\w+|since|when|history|introduced|added|removed|deprecated|fixed|still)\b|\d\.\d/u,
  /新|版本|更新|升级|变化|变更|发布|什么时候|何时|历史|废弃|移除|バージョン|更新|変更|リリース|버전|변경|업데이트|출시/u,
  /\b(?:neue?[nrs]?|seit|wann|geändert|nouve\w+|depuis|quand|changé|nuev\w+|desde|cuándo|cambi\w+|nov[oa]s?|quando|mud\w+)\b|верси|обновл|измен|когда|нов/u,
] as const;

/** Score factor of release notes for a question that does not ask about versions. */
const LATER = 0.8;

/** True for a passage of release notes, by the names of its article and sections. */
const isOfReleaseNotes = ({ title, headingPath }: Named): boolean =>
  [title, ...headingPath].some((name) => {
    const folded = foldText(name);
    return names.some((pattern) => pattern.test(folded));
  });

interface Named {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly score: number;
}

/**
 * The passages with those of release notes later, unless the question asks about versions or changes: a changelog mentions each thing that
 * the pages about it explain. Best first.
 */
export function releaseNotesLater<T extends Named>(passages: readonly T[], question: string): readonly T[] {
  const folded = foldText(question);
  if (asksForChanges.some((pattern) => pattern.test(folded))) return passages;
  return passages
    .map((passage) => (isOfReleaseNotes(passage) ? { ...passage, score: passage.score * LATER } : passage))
    .toSorted((a, b) => b.score - a.score);
}
