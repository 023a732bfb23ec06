import { explained } from '../../../kit/explained.ts';
import type { Trace } from '../../../kit/trace.ts';
import type { Retrieval } from '../../knowledge/knowledge.ts';
import type { ChatDeps, Question } from '../question.ts';

/** The version of the page from which is asked, whose pages answer first; `undefined` where there is none or the scope names one. */
export async function ownVersion(
  { versionOf }: Pick<ChatDeps, 'versionOf'>,
  { askedFrom, pageUrl, scope }: Pick<Question, 'askedFrom' | 'pageUrl' | 'scope'>,
): Promise<string | undefined> {
  const page = askedFrom ?? pageUrl;
  if (page === undefined || scope?.some((part) => part.startsWith('version:'))) return undefined;
  return versionOf?.(page);
}

/** What answers in place of a version that does not, by one more retrieval over all versions; `undefined` when they do not either. */
export async function otherVersions(
  search: () => Promise<Retrieval>,
  version: string,
  trace: Trace,
): Promise<Retrieval | undefined> {
  const found = await search();
  const isAnswered = found.evidence.level === 'answers';
  trace.add('other_versions', 'Other versions', {
    detail: explained(isAnswered ? 'trace_other_versions' : 'trace_no_version', { version }),
  });
  return isAnswered ? found : undefined;
}
