const place = (name: 'path' | 'service', otherwise: string): string =>
  document.querySelector<HTMLElement>('#console')?.dataset[name] ?? otherwise;

/**
 * Address of a page of the service below the console's path, which the operator may have set. The service writes it into
 * the page.
 */
export const inConsole = (path: string): string => place('path', '/console/') + path;

/** Address of something of the service (`/widget.js`), which may stand below a path of its origin. */
export const inService = (path: string): string => place('service', '/').replace(/\/$/, '') + path;
