import { useTexts } from '../../text/language.ts';
import { labelTexts } from './label-texts.ts';

const labelIn = (names: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(names, key) ? (names[key] ?? key) : key;

/** Words for the machine words of call records, in the language of the console; an unknown one stays as it is. */
export function useLabels() {
  const words = useTexts(labelTexts);
  return {
    scenario: (key: string) => labelIn(words.value.scenarios, key),
    type: (key: string) => labelIn(words.value.types, key),
    status: (key: string) => labelIn(words.value.statuses, key),
    diagnosis: (key: string) => labelIn(words.value.diagnoses, key),
    remedy: (key: string) => labelIn(words.value.remedies, key),
  };
}
