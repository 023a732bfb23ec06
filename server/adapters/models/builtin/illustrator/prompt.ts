import type { PetState, PetStyle } from '../../../../../contract/pets/requests.ts';
import type { ImageTask } from '../../../../ports/models.ts';

type Drawable = Exclude<ImageTask, { kind: 'probe' }>;

/** Task of a prompt without one: the expression that it names, otherwise a master in the style that it names. */
export function taskOf(prompt: string): Drawable {
  const words = prompt.toLowerCase();
  const state = find(states, words);
  if (state) return { kind: 'pet-expression', state, mode: 'face' };
  return { kind: 'pet-master', style: find(styles, words) ?? 'soft-3d' };
}

const states: readonly (readonly [PetState, RegExp])[] = [
  ['blink', /\bblink|closed eyes|eyes closed|眨眼|闭眼/],
  ['sad', /\bsad\b|\bcry|\btear|难过|伤心|哭/],
  ['thinking', /\bthinking\b|思考/],
  ['happy', /\bhappy expression|\bsmiling\b|开心|高兴/],
];

const styles: readonly (readonly [PetStyle, RegExp])[] = [
  ['pixel', /\bpixel|像素/],
  ['chibi', /\bchibi\b|\blarge head\b|q版/],
  ['flat', /\bflat\b|扁平/],
];

function find<T>(table: readonly (readonly [T, RegExp])[], words: string): T | undefined {
  return table.find(([, pattern]) => pattern.test(words))?.[0];
}

/** The fenced wishes of a prompt, otherwise all of it: rules about backgrounds are no wish for a colour. */
export const wishesIn = (prompt: string): string => /<wishes>([^<]*)<\/wishes>/.exec(prompt)?.[1] ?? prompt;
