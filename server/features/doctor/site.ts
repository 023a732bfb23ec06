import type { Host } from '../../ports/host.ts';
import type { DoctorDeps } from './examine.ts';
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
        message: `The site cannot be reached: ${reason}`,
        remedy: 'See that the site answers and that its address and credentials are right',
      },
    ];
  const problems = host.problems?.() ?? [];
  const [first] = problems;
  if (!first) return [fine(`“${siteTitle}” can be read`, siteTitle)];
  return [
    {
      level: 'warning',
      code: 'site_left_out',
      subject: String(problems.length),
      message: `${problems.length} files or pages are left out, first ${first.path}: ${first.reason}`,
      remedy: 'Correct them; the system page lists a hundred',
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
        message: 'The site publishes no article that a visitor may read',
        remedy: 'Look at the folder or address of the site, and at its drafts and dates',
      },
    ];
  if (!index.ready || index.articles < onSite)
    return [
      {
        level: 'warning',
        code: 'index_behind',
        subject: figures,
        message: `The index knows ${figures} articles`,
        remedy:
          'Wait for a minute; then look at failed articles on the index page, or run docent index rebuild',
      },
    ];
  return [fine(`The index knows all ${onSite} articles`, String(onSite))];
}
