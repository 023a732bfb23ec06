import type { Host } from '../../ports/host.ts';
import type { DoctorDeps } from './examine.ts';
import { explained, inField, type Words } from '../../kit/explained.ts';
import { commandLine } from '../../kit/shipped.ts';
import { fine, type Found } from './found.ts';

export async function checkSite(
  host: Pick<Host, 'describe' | 'health' | 'problems'>,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const { siteTitle } = host.describe();
  const { ok, reason } = await host.health(signal);
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
  const broken = brokenListIn(reason);
  if (broken !== undefined)
    return [
      {
        level: 'warning',
        code: 'site_list_broken',
        subject: broken,
        ...inField('message', explained('site_list_broken', { path: broken })),
        remedy:
          'See that whatever makes the sitemap ends without an error, and that nothing on its way cuts it',
      },
    ];
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
      remedy: 'Correct them; the system page lists a hundred',
    },
  ];
}

/** Path of a sitemap that broke off, when the state of a site that answers names one. */
function brokenListIn(reason: Words): string | undefined {
  if (typeof reason === 'string') return undefined;
  const { causes = [], ...said } = reason.explanation;
  return [said, ...causes].find(({ code }) => brokenLists.has(code))?.params['path'];
}

const brokenLists: ReadonlySet<string> = new Set(['site_list_broken', 'site_list_broken_and']);

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
