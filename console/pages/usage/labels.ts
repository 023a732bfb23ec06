import { useTexts } from '../../text/language.ts';
import { labelTexts } from './label-texts.ts';

const labelIn = (names: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(names, key) ? (names[key] ?? key) : key;

/** Labels of codes in call records, in the language of the console; unknown codes stay as they are. */
export function useLabels() {
  const t = useTexts(labelTexts);
  return {
    scenario: (key: string) => labelIn(t.value.scenarios, key),
    type: (key: string) => labelIn(t.value.types, key),
    status: (key: string) => labelIn(t.value.statuses, key),
    diagnosis: (key: string) => labelIn(t.value.diagnoses, key),
    remedy: (key: string) => labelIn(t.value.remedies, key),
  };
}
