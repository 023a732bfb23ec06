import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import { filled, textsOf } from '../texts/texts.ts';
import type { SmallTalk } from './small-talk.ts';

/** The site, as a fixed reply speaks of it. */
export interface SiteWords {
  /** `''` when the site has no title. */
  readonly title: string;
  /** Questions offered on the welcome screen. */
  readonly suggestions: readonly string[];
}

/** The fixed reply to small talk: the administrator's words where there are some, else the built-in ones of the language. */
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
