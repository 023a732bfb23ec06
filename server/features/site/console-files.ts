import { consolePages } from '../../../contract/api.ts';
import { serviceTimeZone } from '../../kit/calendar.ts';
import { shipped } from '../../kit/shipped.ts';

/** The built console: a single-page application below its path. Its data comes from guarded operations. */
export const consoleFiles = (path: string = consolePages) => ({
  directory: shipped('dist/console'),
  prefix: `${path}/`,
  crossOrigin: false,
  fallback: 'index.html',
  // The build names the usual path; the page counts days as the service does.
  rewrite: (page: string) =>
    page
      .replaceAll(`"${consolePages}/`, `"${path}/`)
      .replace('<html ', `<html data-time-zone="${serviceTimeZone()}" `),
  pageHeaders: {
    // Component styles are inserted at run time; scripts come from files only.
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; connect-src 'self'; font-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    // A page that opens the console in a window of its own gets no hold of it.
    'cross-origin-opener-policy': 'same-origin',
  },
  missing: 'The console has not been built. Run: npm run build\n控制台尚未构建，请运行：npm run build\n',
});
