/**
 * Address of a page of the service below the console's path, which the operator may have set. The service writes it into
 * the page.
 */
export const inConsole = (path: string): string =>
  (document.querySelector<HTMLElement>('#console')?.dataset['path'] ?? '/console/') + path;
