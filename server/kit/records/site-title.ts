import type { HostDescription } from '../../ports/host.ts';

/** The title of a site in the language of a tag such as `zh-CN`, otherwise its only title. */
export const siteTitleIn = (
  { siteTitle, siteTitles }: Pick<HostDescription, 'siteTitle' | 'siteTitles'>,
  language: string,
): string => siteTitles?.[language.split('-')[0] ?? ''] ?? siteTitle;
