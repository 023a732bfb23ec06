import { consolePages } from '../../../contract/api.ts';
import type { DoctorDeps, Fetch } from './examine.ts';
import { explained, inField, type Words } from '../../kit/explained.ts';
import { fine, notSeen, type Found } from './found.ts';

type Outside = Pick<DoctorDeps, 'publicOrigin' | 'now' | 'host'> & { readonly fetch: Fetch };

/** Larger differences mean a wrong clock rather than a slow response. */
const mostSkewMs = 120_000;
/** The probe sends three lines over half a second; a buffering proxy delivers them together. */
const leastSpreadMs = 200;
const longestPage = 2_000_000;
/** Beside a site, a proxy hands over what is below the console's address. */
const probe = `${consolePages}/healthz/stream`;

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
  const response = await deps.fetch(other, signal);
  const date = Date.parse(response.headers.get('date') ?? '');
  await response.body?.cancel();
  if (Number.isNaN(date))
    return [notSeen('no_other_clock', explained('doctor_clock_silent', { address: other }))];
  const skewMs = Math.abs(deps.now() - date);
  if (skewMs <= mostSkewMs) return [fine(explained('doctor_clock', { address: other }))];
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
    const response = await deps.fetch(`${publicOrigin}/widget.js`, signal);
    await response.body?.cancel();
    if (response.ok && /javascript/.test(response.headers.get('content-type') ?? ''))
      return [fine(explained('doctor_origin', { address: publicOrigin }), publicOrigin)];
    return [wrong(explained('doctor_answers', { status: response.status }))];
  } catch (error) {
    return [wrong(connectionFailure(error))];
  }
}

/** Checks through the proxy that streams are not buffered and the visitor's address is passed on. */
export async function checkProxy(deps: Outside, signal: AbortSignal): Promise<readonly Found[]> {
  const { publicOrigin } = deps;
  if (publicOrigin === undefined) return [noOrigin];
  const response = await deps.fetch(`${publicOrigin}${probe}`, signal);
  if (!response.ok || !response.body)
    return [
      notSeen(
        'probe_failed',
        explained('doctor_probe', { address: `${publicOrigin}${probe}`, status: response.status }).text,
      ),
    ];
  const arrivals: number[] = [];
  let text = '';
  for await (const piece of response.body) {
    arrivals.push(performance.now());
    text += Buffer.from(piece).toString('utf8');
    if (text.length > 10_000) break;
  }
  const spread = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  const found: Found[] = [];
  if (spread < leastSpreadMs)
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

/** Looks for the widget's script on the front page of the site. */
export async function checkWidget(deps: Outside, signal: AbortSignal): Promise<readonly Found[]> {
  const { siteOrigin } = deps.host.describe();
  if (siteOrigin === undefined) return [fine(explained('doctor_own_site'))];
  const response = await deps.fetch(siteOrigin, signal);
  const page = (await response.text()).slice(0, longestPage);
  if (/<script[^>]+widget(?:\/widget)?\.js/i.test(page))
    return [fine(explained('doctor_widget', { address: siteOrigin }), siteOrigin)];
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

/** The network error inside the error of `fetch`. */
const connectionFailure = (error: unknown): Words =>
  error instanceof Error && error.cause instanceof Error
    ? error.cause.message
    : error instanceof Error
      ? error.message
      : explained('reason_unknown');
