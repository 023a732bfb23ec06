import { language } from '../../text/language-choice.ts';

/** The datasets that the service makes have a name in both languages; people's own are called as they called them. */
const shipped = /^(Handbook basics|Questions about this site) \/ (手册基础问答|本站问题)$/;

export function datasetName(name: string): string {
  const [, english, chinese] = shipped.exec(name) ?? [];
  return (language.value === 'zh' ? chinese : english) ?? name;
}
