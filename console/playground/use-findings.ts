import { worded } from '../text/explanations/worded.ts';
import { useTexts } from '../text/language.ts';
import type { Finding } from './diagnosis.ts';
import { useStageNames } from './stage-names.ts';
import { playgroundTexts } from './texts.ts';

const types = { error: 'error', warning: 'warning', info: 'info', ok: 'success' } as const;

/** Findings in the language of the console, each with the colour of its alert. */
export function useFindings() {
  const t = useTexts(playgroundTexts);
  const nameOf = useStageNames();
  const textOf = (finding: Finding): string => {
    if (finding.kind === 'slow-stage') return t.value.slow(nameOf(finding.stage), finding.share);
    if (finding.kind !== 'stage-failed') return t.value.findings[finding.kind];
    const reason = worded(finding.stage.detail, finding.stage.explanation);
    return finding.level === 'error'
      ? t.value.stageFailed(nameOf(finding.stage), reason)
      : t.value.stageDegraded(nameOf(finding.stage), reason);
  };
  return (findings: readonly Finding[]) =>
    findings.map((finding) => ({ type: types[finding.level], text: textOf(finding) }));
}
