import { consolePages } from '../../../contract/api.ts';
import { Scope } from '../../../contract/articles/scope.ts';
import { decodeEntities } from '../../markup/markdown.ts';
import type { DoctorDeps } from './examine.ts';
import { explained, inField, type Words } from '../../kit/explained.ts';
import { isFault } from '../../kit/fault.ts';
import type { OutsidePage } from '../../ports/outside.ts';
import { fine, notSeen, type Found } from './found.ts';

type Outside = Pick<
  DoctorDeps,
  'publicOrigin' | 'consolePath' | 'now' | 'host' | 'readOutside' | 'hasArticles'
>;

/** Larger differences mean a wrong clock rather than a slow response. */
const maxSkewMs = 120_000;
/** The probe sends three lines over half a second; a buffering proxy delivers them together. */
const minSpreadMs = 200;
/** Maximum of bytes of the front page that are searched for the widget. */
const longestPage = 2_000_000;
/** Maximum of bytes read of the probe, which is much shorter. */
const longestProbe = 10_000;
const noOrigin = notSeen(
  'no_origin',
  explained('doctor_no_origin'),
  'Set it to the address at which visitors reach Docent',
);

/** Compares the clock with that of another server: the public address, otherwise the site. */
export async function checkClock(deps: Outside, signal: AbortSignal): Promise<readonly Found[]> {
  const { siteOrigin } = deps.host.describe();
  const other = siteOrigin ?? deps.publicOrigin;
  if (other === undefined) return [notSeen('no_other_clock', explained('doctor_no_clock'))];
  const { headers } = await deps.readOutside(other, { maxBytes: 0, signal });
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date))
    return [notSeen('no_other_clock', explained('doctor_clock_silent', { address: other }))];
  const skewMs = Math.abs(deps.now() - date);
  if (skewMs <= maxSkewMs) return [fine(explained('doctor_clock', { address: other }))];
  const seconds = String(Math.round(skewMs / 1000));
  return [
    {
      level: 'warning',
      code: 'clock_off',
      subject: seconds,
      ...inField('message', explained('doctor_clock_off', { seconds, address: other })),
      remedy: 'Let the machine set its clock by NTP; limits by the day and signed pushes depend on it',
    },
  ];
}

export async function checkOrigin(deps: Outside, signal: AbortSignal): Promise<readonly Found[]> {
  const { publicOrigin } = deps;
  if (publicOrigin === undefined) return [noOrigin];
  const wrong = (reason: Words): Found => ({
    level: 'problem',
    code: 'origin_wrong',
    subject: publicOrigin,
    ...inField('message', explained('doctor_origin_wrong', { address: publicOrigin, reason })),
    remedy: 'Look at the name, the certificate and the proxy; see the reverse-proxy page of the handbook',
  });
  try {
    const script = await deps.readOutside(`${publicOrigin}/widget.js`, { maxBytes: 0, signal });
    if (isFine(script) && /javascript/.test(script.headers.get('content-type') ?? ''))
      return [fine(explained('doctor_origin', { address: publicOrigin }), publicOrigin)];
    return [wrong(explained('doctor_answers', { status: script.status }))];
  } catch (error) {
    return [wrong(isFault(error) ? error.words : explained('reason_unknown'))];
  }
}

/** Checks through the proxy that streams are not buffered and the visitor's address is passed on. */
export async function checkProxy(deps: Outside, signal: AbortSignal): Promise<readonly Found[]> {
  const { publicOrigin } = deps;
  if (publicOrigin === undefined) return [noOrigin];
  // Next to a site, a proxy forwards only paths below the console's path.
  const address = `${publicOrigin}${deps.consolePath ?? consolePages}/healthz/stream`;
  const lines = await deps.readOutside(address, { maxBytes: longestProbe, signal });
  if (!isFine(lines))
    return [notSeen('probe_failed', explained('doctor_probe', { address, status: lines.status }).text)];
  const { text, spreadMs } = lines;
  const found: Found[] = [];
  if (spreadMs < minSpreadMs)
    found.push({
      level: 'problem',
      code: 'proxy_buffers',
      subject: publicOrigin,
      ...inField('message', explained('doctor_buffers')),
      remedy: 'Turn buffering off, in nginx with proxy_buffering off',
    });
  if (!text.includes('"forwarded":true'))
    found.push({
      level: 'warning',
      code: 'proxy_hides',
      subject: publicOrigin,
      ...inField('message', explained('doctor_hides')),
      remedy: 'Send X-Forwarded-For from the proxy, and name it in DOCENT_TRUSTED_PROXIES',
    });
  return found.length > 0 ? found : [fine(explained('doctor_proxy'))];
}

/** Checks that the proxy does not forward the administration of the site's platform to Docent's console. */
export async function checkAdministration(deps: Outside, signal: AbortSignal): Promise<readonly Found[]> {
  const { consolePath = consolePages } = deps;
  const publicOrigin = URL.parse(deps.publicOrigin ?? '')?.origin;
  const { adminPath } = deps.host.describe();
  if (publicOrigin === undefined || adminPath === undefined) return [];
  const [front, admin] = await Promise.all(
    ['/', adminPath].map((path) =>
      deps.readOutside(publicOrigin + path, { maxBytes: longestPage, signal }).catch(() => undefined),
    ),
  );
  const isBesideSite = front !== undefined && isFine(front) && !front.text.includes('<docent-chat inline');
  if (!isBesideSite || !admin?.text.includes(`<div id="console" data-path="${consolePath}/"`)) return [];
  return [
    {
      level: 'problem',
      code: 'admin_shadowed',
      subject: adminPath,
      ...inField('message', explained('doctor_admin_shadowed', { address: publicOrigin + adminPath })),
      remedy:
        'Set DOCENT_CONSOLE_PATH=/docent/console and let the proxy hand over that path instead of the one of the platform',
    },
  ];
}

/** Looks for the widget's script on the front page of the site, and for the part of the site that it asks. */
export async function checkWidget(deps: Outside, signal: AbortSignal): Promise<readonly Found[]> {
  const { siteOrigin } = deps.host.describe();
  if (siteOrigin === undefined) return [fine(explained('doctor_own_site'))];
  const page = await deps.readOutside(siteOrigin, { maxBytes: longestPage, signal });
  if (/<script[^<>]{1,2000}widget(?:\/widget)?\.js/i.test(page.text)) {
    const empty = await emptyParts(page.text, deps.hasArticles);
    if (empty.length === 0) return [fine(explained('doctor_widget', { address: siteOrigin }), siteOrigin)];
    return empty.map((part) => ({
      level: 'warning',
      code: 'scope_empty',
      subject: part,
      ...inField('message', explained('doctor_scope_empty', { address: siteOrigin, part })),
      remedy: 'Look at its spelling; /search/scopes of the interface lists the parts of the site',
    }));
  }
  const tag = `<script src="${deps.publicOrigin ?? 'https://docent.example.org'}/widget.js" async></script>`;
  return [
    {
      level: 'warning',
      code: 'widget_missing',
      subject: tag,
      ...inField('message', explained('doctor_no_widget', { address: siteOrigin })),
      remedy: `Add ${tag} to its pages; one that is added by a tag manager is not seen here`,
    },
  ];
}

/** Parts of the scope that a page gives the widget, and that no article is in; all of one that cannot be read. */
async function emptyParts(page: string, hasArticles: Outside['hasArticles']): Promise<readonly string[]> {
  const [, quoted = ''] = /\sdata-docent-scope\s*=\s*("[^"<>]{1,6000}"|'[^'<>]{1,6000}')/i.exec(page) ?? [];
  const written = decodeEntities(quoted.slice(1, -1));
  const scope = Scope.safeParse(written);
  if (!scope.success) return [written.slice(0, 300)];
  const held = await Promise.all(scope.data.map(hasArticles));
  return scope.data.filter((_, nth) => held[nth] === false);
}

const isFine = ({ status }: OutsidePage) => status >= 200 && status < 300;
