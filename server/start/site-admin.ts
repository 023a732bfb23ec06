import { detectPlatform, locatePlatform, type DetectedPlatform } from '../adapters/hosts/detect.ts';
import type { ExchangeableHost } from '../adapters/hosts/exchangeable-host.ts';
import type { NamedSite } from '../adapters/hosts/named-site.ts';
import { userAgent } from '../adapters/hosts/open-host.ts';
import { platformSettings } from '../adapters/hosts/platform-settings.ts';
import { createSiteClient } from '../adapters/hosts/remote/client.ts';
import type { Sealing } from '../adapters/sealing.ts';
import { readEnv, SettingError, sampleSite, type Env } from '../env.ts';
import { explained } from '../kit/explained.ts';
import { invalid, isFault } from '../kit/fault.ts';
import type { Host } from '../ports/host.ts';
import type { Log } from '../ports/log.ts';
import type { LookedAt, SiteAdmin, SiteChoice, SiteKind } from '../ports/site-admin.ts';

/** A site is looked at for so long at most. */
const longestLookMs = 30_000;

/** Settings that say which site is read. */
const siteSettings = ['DOCENT_SITE', 'DOCENT_CONTENT_DIR', 'DOCENT_HOST'] as const;
const hintSecret = 'DOCENT_HINT_SECRET';

const credentialsOf = (kind: SiteKind): readonly string[] => [...platformSettings[kind].names, hintSecret];

/** The operator's settings that name the site. */
export const siteNamedBy = ({ variables }: Pick<Env, 'variables'>): readonly string[] =>
  siteSettings.filter((name) => variables[name]?.trim());

/** The settings with a site of the console. Throws {@link SettingError} for an address or credentials that cannot be right. */
export function withChoice(env: Env, choice: SiteChoice | undefined): Env {
  if (!choice) return Object.freeze({ ...env, site: undefined, contentDir: sampleSite });
  return Object.freeze({ ...env, site: siteOf(env, choice) });
}

function siteOf({ variables }: Env, { address, kind, credentials }: SiteChoice): NamedSite {
  const { site } = readEnv({
    ...variables,
    DOCENT_CONTENT_DIR: '',
    DOCENT_SITE: spelled(address)[0],
    DOCENT_HOST: kind,
    ...credentials,
  });
  if (!site) throw new SettingError('DOCENT_SITE: needs an address');
  return site;
}

/** The address as it was pasted, with a scheme; without one there are two to try. */
const spelled = (address: string): readonly [string, ...string[]] => {
  const plain = address.trim();
  if (/^[a-z][\w+.-]*:\/\//i.test(plain)) return [plain];
  return [`https://${plain}`, `http://${plain}`];
};

/** What the page of the site does with the host of this installation. `current` holds the settings in force. */
export function createSiteAdmin(deps: {
  readonly env: Env;
  readonly current: { env: Env };
  readonly host: ExchangeableHost;
  /** The revision of the site in force, 0 for none of the console. */
  readonly revision: number;
  readonly open: (env: Env) => Promise<Host>;
  readonly sealing: Sealing;
  readonly log: Log;
}): SiteAdmin {
  const { env, host, log, sealing } = deps;
  let inForce = deps.revision;
  let last: Promise<void> = Promise.resolve();

  const exchange = async (choice: SiteChoice | undefined, revision: number) => {
    if (revision <= inForce) return;
    const next = withChoice(env, choice);
    const opened = await deps.open(next);
    deps.current.env = next;
    const former = host.exchange(opened);
    inForce = revision;
    log.info({ site: next.site?.url.href ?? 'the sample' }, 'another site was connected in the console');
    await former
      .close()
      .catch((error: unknown) => log.warn({ err: String(error) }, 'the former site could not be closed'));
  };

  const checked = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof SettingError) throw invalid(error.message);
      throw error;
    }
  };

  return {
    fixedBy: siteNamedBy(env),
    credentialNames: {
      wordpress: credentialsOf('wordpress'),
      ghost: credentialsOf('ghost'),
      halo: credentialsOf('halo'),
      web: credentialsOf('web'),
    },
    check: (choice) => void checked(() => siteOf(env, choice)),
    async look(choice, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(longestLookMs)]);
      let failure: unknown;
      for (const address of spelled(choice.address)) {
        const site = checked(() => siteOf(env, { ...choice, address }));
        try {
          return await lookAt(site, limit);
        } catch (error) {
          if (!isFault(error)) {
            if (!limit.aborted || signal.aborted) throw error;
            throw invalid(explained('site_late'));
          }
          failure ??= error;
        }
      }
      throw failure;
    },
    use(choice, revision) {
      const used = last.catch(() => undefined).then(() => exchange(choice, revision));
      last = used;
      return used;
    },
    seal: sealing.seal,
    unseal: sealing.unseal,
  };
}

async function lookAt(site: NamedSite, signal: AbortSignal): Promise<LookedAt> {
  const client = createSiteClient({ site: site.url, parallel: site.parallel, userAgent });
  try {
    const found: DetectedPlatform =
      site.kind === undefined
        ? await detectPlatform(site, client, signal)
        : await locatePlatform(site.kind, site, client, signal);
    const { kind, name: platform, closed, refused } = found;
    return { address: site.url.href, kind, platform, ...(closed && { closed }), ...(refused && { refused }) };
  } finally {
    await client.close();
  }
}
