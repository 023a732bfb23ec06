import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import type { Finding } from '../../../contract/doctor.ts';
import { remedyInChinese } from '../../../contract/explanations/chinese/remedies.ts';
import { worded } from '../../text/explanations/worded.ts';

/** A finding in the language of the console, with what to do about it. */
export function saidOf(
  { code, subject, message, remedy, explanation }: Finding,
  language: InterfaceLanguage,
): readonly [message: string, remedy: string] {
  return [worded(message, explanation), language === 'zh' ? remedyInChinese(code, subject, remedy) : remedy];
}
