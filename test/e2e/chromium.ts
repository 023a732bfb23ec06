import { existsSync } from 'node:fs';

/** Chromium without windows, tabs and menus: the same pages for half the computing. */
export const headlessShell = '/usr/bin/chromium-headless-shell';

const places = [headlessShell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser for the journeys: `DOCENT_CHROMIUM` alone where it is set, or where Linux puts it; nothing when there is none. */
export function findChromium(): string | undefined {
  const named = process.env['DOCENT_CHROMIUM'] ?? '';
  return (named === '' ? places : [named]).find((path) => existsSync(path));
}
