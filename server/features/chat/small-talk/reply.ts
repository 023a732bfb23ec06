import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import { filled } from '../../../../contract/widget/filled.ts';
import { textsOf } from '../texts/texts.ts';
import { linkTo } from '../texts/link-to.ts';
import type { SmallTalk } from './small-talk.ts';

/** Title and suggestions of the site for fixed replies. */
export interface SiteWords {
  /** `''` when the site has no title. */
  readonly title: string;
  /** Questions offered on the welcome screen. */
  readonly suggestions: readonly string[];
  /** Number of its articles. */
  readonly count: number;
  /** A few of them that say what the site is about. */
  readonly articles: readonly { readonly title: string; readonly url: string }[];
}

/** Fixed reply to small talk: the configured text, otherwise the built-in one of the language. */
export function smallTalkReply(
  { topic }: SmallTalk,
  language: string,
  site: Omit<SiteWords, 'suggestions'>,
  settings: Pick<
    ConfigGroups['chat'],
    | 'greetingReply'
    | 'thanksReply'
    | 'goodbyeReply'
    | 'aboutReply'
    | 'helpReply'
    | 'contactUrl'
    | 'contactLabel'
  >,
): string {
  const texts = textsOf(language);
  if (topic === 'contact') {
    const name = site.title || texts.thisSite;
    return settings.contactUrl === ''
      ? texts.noContact
      : filled(texts.contact, { site: name, contact: contactIn(settings, texts.contactLabel) });
  }
  const known = topic === 'site' && site.articles.length === 0 ? 'help' : topic;
  const own = settings[`${known === 'site' ? 'help' : known}Reply`].trim();
  return filled(own || texts[known], {
    site: site.title || texts.thisSite,
    count: String(site.count),
    articles: site.articles
      .map(({ title, url }) => linkTo(language.startsWith('zh') ? `《${title}》` : title, url))
      .join(texts.listComma),
  });
}

/** The configured contact as it is read: the address of mail or the number itself, a page as a link. */
function contactIn(
  { contactUrl, contactLabel }: Pick<ConfigGroups['chat'], 'contactUrl' | 'contactLabel'>,
  usualLabel: string,
): string {
  const [, plain] = /^(?:mailto|tel):([^?]*)/i.exec(contactUrl) ?? [];
  return plain ?? linkTo(contactLabel || usualLabel, contactUrl.replaceAll('{conversation}', ''));
}
