import { z } from 'zod';
import { oneOf, path } from '../../../kit/settings/setting-values.ts';

/** The operator's settings of sources beside the site. */
export const sourceVariables = {
  DOCENT_SOURCES_DIR: path.optional(),
  DOCENT_SOURCES_PRIVATE: oneOf(['on', 'off']).default('off'),
};

/** What sources beside the site may be. */
export interface SourceSettings {
  /** Folder below which they may be; `undefined` when none may. */
  readonly root: string | undefined;
  /** Whether sites may be at private addresses. */
  readonly mayBePrivate: boolean;
  /** Articles of all of them at most. */
  readonly mostPages: number;
  /** Requests to a site at once. */
  readonly parallel: number;
}

const Variables = z.object(sourceVariables);

export const sourceSettings = (
  settings: z.infer<typeof Variables> & {
    readonly DOCENT_SITE_MAX_PAGES: number;
    readonly DOCENT_SITE_PARALLEL: number;
  },
): SourceSettings => ({
  root: settings.DOCENT_SOURCES_DIR,
  mayBePrivate: settings.DOCENT_SOURCES_PRIVATE === 'on',
  mostPages: settings.DOCENT_SITE_MAX_PAGES,
  parallel: settings.DOCENT_SITE_PARALLEL,
});
