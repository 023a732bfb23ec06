/** True for a sentence that only refers to another page and so cannot answer. At most 300 characters are read. */
export const isCrossReference = (text: string): boolean =>
  text.length <= longest &&
  [seeAlso, seeAlsoInChinese, showsHow, documentedIn, label].some((pattern) => pattern.test(text));

const longest = 300;

/** "See …", "Read more: …", "For details, see …", also in brackets. */
const seeAlso =
  /^[\s(（*_>-]*(?:(?:please |also )?(?:see|refer to)(?: also| the (?:page|article|section|chapter|guide))?\b(?! (?:if|whether|what|how|that|why|when|it|them|all|your)\b)|(?:read|learn|find out) more\b|read on\b|further reading\b|related(?: pages?| articles?)?[:：]|more (?:on|about|details?|information)\b|for (?:more|further|details|the details)\b.{0,60}\bsee\b)/i;

/** 参见、详见、更多内容…… at the start, or after a short lead such as 关于限额，. */
const seeAlsoInChinese =
  /^[\s(（*_>-]*(?:[^，。；：]{0,24}[，：])?(?:请)?(?:参见|参阅|参考(?=[《“「[])|详见|另见|请见|见(?=[《“「[])|延伸阅读|相关(?:文章|阅读)[：:]|了解更多|更多(?:内容|信息|细节|详情))/;

/** "How to set ceilings: Limiting what visitors can spend": a label, a colon and the title of a page. */
const label = /^[\s*_>-]*[Hh]ow (?:to|do|does)\b[^:.?!]{2,60}:\s*[A-Z]\w*ing\b[^.:]{0,100}\.?$/;

/** "Connecting a model shows how; nothing else has to change." */
const showsHow =
  /^[\s*_>-]*[A-Z][^.!?]{2,60}? (?:shows|explains|describes|tells you) (?:how|why|what|where|when|which)\b[^.!?]{0,50}\.?$/;

/** "The dialog is documented in Section 2.5." */
const documentedIn =
  /^[\s*_>-]*[^.!?]{2,60} (?:is|are) (?:documented|described|explained|covered|discussed) (?:in|on|under) (?:the )?(?:section|chapter|appendix|page|article|part|[“"«])[^!?]{0,80}$/i;
