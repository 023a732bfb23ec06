import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import { filled } from '../../../../contract/widget/filled.ts';
import { textsOf } from '../texts/texts.ts';
import type { SmallTalk } from './small-talk.ts';

/** Title and suggestions of the site for fixed replies. */
export interface SiteWords {
  /** `''` when the site has no title. */
  readonly title: string;
  /** Questions offered on the welcome screen. */
  readonly suggestions: readonly string[];
}

/** Fixed reply to small talk: the configured text, otherwise the built-in one of the language. */
export function smallTalkReply(
  { topic }: SmallTalk,
  language: string,
  site: Pick<SiteWords, 'title'>,
  settings: Pick<
    ConfigGroups['chat'],
    'greetingReply' | 'thanksReply' | 'goodbyeReply' | 'aboutReply' | 'helpReply'
  >,
): string {
  const texts = textsOf(language);
  const own = settings[`${topic}Reply`].trim();
  return filled(own || texts[topic], { site: site.title || texts.thisSite });
}
