import { ghostPlatform } from './ghost/platform.ts';
import { haloPlatform } from './halo/platform.ts';
import { platformRow, type PlatformRow } from './platform.ts';
import type { PlatformKind } from './platform-settings.ts';
import { webPlatform } from './web/platform.ts';
import { wordpressPlatform } from './wordpress/platform.ts';

/** Detection and reading of each platform, in the order in which they are tried. */
export const platforms: { readonly [Kind in PlatformKind]: PlatformRow<Kind> } = {
  wordpress: platformRow(wordpressPlatform),
  ghost: platformRow(ghostPlatform),
  halo: platformRow(haloPlatform),
  web: platformRow(webPlatform),
};
