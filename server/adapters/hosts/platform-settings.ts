import { ghostSettings } from './ghost/settings.ts';
import { haloSettings } from './halo/settings.ts';
import { definePlatformSettings } from './operator-settings.ts';
import { wordpressSettings } from './wordpress/settings.ts';

/**
 * The platforms that Docent can read, by kind, with the operator's settings of each. A new platform is a row here, its
 * folder, and the row in `platforms.ts` that the compiler then asks for. This file loads no adapter.
 */
export const platformSettings = {
  wordpress: wordpressSettings,
  ghost: ghostSettings,
  halo: haloSettings,
  web: definePlatformSettings({}, () => ({})),
};

export type PlatformKind = keyof typeof platformSettings;

/** The settings of all platforms; only those of the one that publishes the site are used. */
export type PlatformSettings = {
  readonly [Kind in PlatformKind]: ReturnType<(typeof platformSettings)[Kind]['read']>;
};

export const platformKinds = Object.keys(platformSettings) as readonly PlatformKind[];

/** Reads the settings of all platforms from valid variables. */
export const readPlatformSettings = (
  variables: Readonly<Record<string, string | undefined>>,
): PlatformSettings =>
  Object.fromEntries(
    platformKinds.map((kind) => [kind, platformSettings[kind].read(variables)]),
  ) as PlatformSettings;
