import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser for the journeys: `DOCENT_CHROMIUM`, or where Linux puts it; nothing when there is none. */
export const chromiumPath: string | undefined = [process.env.DOCENT_CHROMIUM ?? '', ...places].find(
  (path) => path !== '' && existsSync(path),
);
