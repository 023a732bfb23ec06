import type { Host } from '../../ports/host.ts';
import type { DoctorDeps } from './examine.ts';
import { explained, inField, type Words } from '../../kit/explained.ts';
import { commandLine } from '../../kit/shipped.ts';
import { fine, type Found } from './found.ts';

export async function checkSite(
  host: Pick<Host, 'describe' | 'health' | 'problems'>,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const { ok, reason } = await host.health(signal);
  // The first look reads the title.
  const { siteTitle } = host.describe();
  if (!ok)
    return [
      {
        level: 'problem',
        code: 'site_away',
        subject: siteTitle,
        ...inField('message', explained('site_away_for', { reason: reason })),
        remedy: 'See that the site answers and that its address and credentials are right',
      },
    ];
  const notice = noticeIn(reason);
  if (notice) return [notice];
  const problems = host.problems?.() ?? [];
  const [first] = problems;
  if (!first) return [fine(explained('doctor_site', { site: siteTitle }), siteTitle)];
  return [
    {
      level: 'warning',
      code: 'site_left_out',
      subject: String(problems.length),
      ...inField(
        'message',
        explained('doctor_left_out', {
          count: problems.length,
          path: first.path,
          reason: first.reason,
        }),
      ),
      remedy: 'Mend these files; the system page names the first hundred with the reasons',
    },
  ];
}

/** Finding about a problem of a site that answers; `undefined` when there is none. */
function noticeIn(reason: Words): Found | undefined {
  if (typeof reason === 'string') return undefined;
  const { causes = [], ...said } = reason.explanation;
  for (const { code, params } of [said, ...causes]) {
    const path = params['path'] ?? '';
    if (brokenLists.has(code))
      return {
        level: 'warning',
        code: 'site_list_broken',
        subject: path,
        ...inField('message', explained('site_list_broken', { path })),
        remedy:
          'See that whatever makes the sitemap ends without an error, and that nothing on its way cuts it',
      };
    if (code === 'site_addresses')
      return {
        level: 'warning',
        code: 'site_addresses',
        subject: params['origin'] ?? '',
        ...inField('message', reason),
        remedy: 'Let DOCENT_SITE and the address in the settings of the platform name the same host',
      };
    if (credentialFaults.has(code))
      return {
        level: 'warning',
        code: 'site_credentials',
        subject: '',
        ...inField('message', reason),
        remedy: 'Make new credentials on the platform, set them and restart; reading goes on meanwhile',
      };
  }
  return undefined;
}

const brokenLists: ReadonlySet<string> = new Set(['site_list_broken', 'site_list_broken_and']);
const credentialFaults: ReadonlySet<string> = new Set([
  'wordpress_credentials',
  'halo_token_refused',
  'halo_token_lacks',
]);

/** Checks the search engine with the index; no findings without one. */
export async function checkSearchEngine(
  problem: DoctorDeps['searchEngineProblem'],
): Promise<readonly Found[]> {
  if (!problem) return [];
  const reason = await problem();
  if (reason === '') return [fine(explained('doctor_search_engine'))];
  return [
    {
      level: 'problem',
      code: 'search_engine',
      subject: '',
      ...inField('message', explained('doctor_search_engine_away', { reason })),
      remedy: 'See that OpenSearch runs, and check the settings whose names begin with DOCENT_SEARCH',
    },
  ];
}

export async function checkIndex({
  published,
  indexed,
}: Pick<DoctorDeps, 'published' | 'indexed'>): Promise<readonly Found[]> {
  const [onSite, index] = await Promise.all([published(), indexed()]);
  const figures = `${index.articles} of ${onSite}`;
  if (onSite === 0)
    return [
      {
        level: 'warning',
        code: 'no_articles',
        subject: '',
        ...inField('message', explained('doctor_no_articles')),
        remedy: 'Look at the folder or address of the site, and at its drafts and dates',
      },
    ];
  if (!index.ready || index.articles < onSite)
    return [
      {
        level: 'warning',
        code: 'index_behind',
        subject: figures,
        ...inField('message', explained('doctor_index_behind', { count: index.articles, total: onSite })),
        remedy: 'Wait for a minute; then look at failed articles on the index page, or rebuild the index',
        command: commandLine('index rebuild'),
      },
    ];
  return [fine(explained('doctor_index', { count: onSite }), String(onSite))];
}
