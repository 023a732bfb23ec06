import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { explained } from '../../../kit/explained.ts';
import { conflict } from '../../../kit/fault.ts';
import type { SourcePlaces } from '../../../ports/source-places.ts';
import type { Sealing } from '../../sealing.ts';
import type { HostDeps } from '../platform.ts';
import type { SiteSourceRules } from './site-source.ts';

export interface SourcePlacesDeps extends Omit<HostDeps, 'source' | 'firstMs'>, SiteSourceRules {
  /** Folder of the service, where what was read of folders is kept. */
  readonly dataDir: string;
  /** Folder below which sources may be; missing where the operator has opened none. */
  readonly root: string | undefined;
  readonly mostPages: number;
  readonly sealing: Sealing;
}

/** Opens sources by the adapters of hosts, which are loaded with the first source. */
export function createSourcePlaces(deps: SourcePlacesDeps): SourcePlaces {
  const { root, db, clock, log, instanceId, parallel, mayBePrivate, sealing } = deps;
  const hostDeps = { db, clock, log, instanceId, ...(deps.reader && { reader: deps.reader }) };
  const rules: SiteSourceRules = { parallel, mayBePrivate };
  const kept = join(deps.dataDir, 'sources');
  const folders = () => import('./folder-source.ts');
  const sites = () => import('./site-source.ts');
  return {
    hasFolders: root !== undefined,
    mostPages: deps.mostPages,
    seal: sealing.seal,
    unseal: sealing.unseal,

    async check(place, { key } = {}) {
      const { keySettings, spelledAddresses } = await sites();
      keySettings(key);
      const addressOf = (address: string) => spelledAddresses(address)[0]?.href ?? '';
      if (place.kind === 'site')
        return { ...place, address: addressOf(place.address), folder: '', ending: 'none' };
      if (root === undefined) throw conflict(explained('source_no_folders'));
      const { plainFolder } = await folders();
      const address = place.address === '' ? '' : addressOf(place.address);
      return { ...place, platform: undefined, folder: plainFolder(place.folder), address };
    },

    async look(place, credentials, signal) {
      if (place.kind === 'site') return (await sites()).lookAtSite(place, credentials, rules, signal);
      return (await folders()).lookIntoFolder(root, await this.check(place));
    },

    async open(key, place, pages, credentials) {
      if (place.kind === 'site')
        return (await sites()).openSiteSource(
          place,
          credentials,
          { ...rules, maxPages: pages },
          { ...hostDeps, source: key },
        );
      return (await folders()).openFolderSource(root, place, { clock, log, dataDir: join(kept, key) });
    },

    async keepOnly(keys) {
      const { keepPagesOf } = await import('../web/store/source-pages.ts');
      await keepPagesOf(db, keys);
      const { keepDocumentsOf } = await import('../linked-documents/store.ts');
      await keepDocumentsOf(db, keys);
      for (const key of await readdir(kept).catch(() => []))
        if (!keys.has(key)) await rm(join(kept, key), { recursive: true, force: true });
    },
  };
}
