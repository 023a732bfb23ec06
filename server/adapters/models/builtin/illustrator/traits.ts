import { createHash } from 'node:crypto';
import { mixLab, toLab, type Lab, type Rgb } from '../../../../imaging/colour.ts';
import type { MascotLook } from '../../../../imaging/mascot.ts';
import { wishesIn } from './prompt.ts';

/** Look of a mascot for a prompt: animals and colours that it names, everything else by its hash. */
export function traitsOf(prompt: string): MascotLook {
  const words = wishesIn(prompt).toLowerCase();
  const bytes = createHash('sha256').update(prompt).digest();
  const pick = <T>(choices: readonly [T, ...T[]], nth: number): T =>
    choices[(bytes[nth] ?? 0) % choices.length] ?? choices[0];
  const kind = animals.find(({ named }) => named.test(words)) ?? pick(animals, 0);
  const coat = colours.find(([named]) => named.test(words))?.[1] ?? pick(kind.coats, 1);
  const coatLab = toLab(...coat);
  return {
    ears: kind.ears,
    tail: kind.tail,
    nose: kind.nose,
    pattern: pick(kind.patterns, 2),
    coat: coatLab,
    patch: patchFor(coatLab, (bytes[3] ?? 0) / 255),
    accent: toLab(...(kind.nose === 'beak' ? beak : pick(accents, 4))),
    scarf: (bytes[5] ?? 0) % 3 !== 0,
    width: 0.94 + ((bytes[6] ?? 0) / 255) * 0.14,
  };
}

/** A light tint of the coat, warmer or cooler. */
const patchFor = (coat: Lab, warmth: number): Lab =>
  mixLab(
    [0.96, coat[1] * 0.15, coat[2] * 0.15],
    warmth > 0.5 ? toLab(255, 238, 214) : toLab(240, 240, 250),
    0.6,
  );

type Kind = Pick<MascotLook, 'ears' | 'tail' | 'nose'> & {
  readonly named: RegExp;
  readonly coats: readonly [Rgb, ...Rgb[]];
  readonly patterns: readonly [MascotLook['pattern'], ...MascotLook['pattern'][]];
};

const animals: readonly [Kind, ...Kind[]] = [
  {
    named: /\bfox|狐/,
    ears: 'fox',
    tail: 'bush',
    nose: 'button',
    coats: [
      [240, 138, 72],
      [226, 112, 66],
      [236, 236, 244],
    ],
    patterns: ['mask'],
  },
  {
    named: /\bcat\b|\bkitten|猫/,
    ears: 'cat',
    tail: 'thin',
    nose: 'triangle',
    coats: [
      [244, 178, 108],
      [150, 152, 166],
      [62, 62, 82],
      [250, 240, 226],
    ],
    patterns: ['none', 'blaze', 'spot'],
  },
  {
    named: /\bbear\b|\bpanda|熊/,
    ears: 'bear',
    tail: 'none',
    nose: 'button',
    coats: [
      [176, 124, 84],
      [226, 190, 144],
      [120, 92, 82],
    ],
    patterns: ['none'],
  },
  {
    named: /\brabbit|\bbunny|\bhare\b|兔/,
    ears: 'bunny',
    tail: 'stub',
    nose: 'triangle',
    coats: [
      [246, 236, 238],
      [214, 196, 184],
      [196, 200, 226],
    ],
    patterns: ['none', 'blaze'],
  },
  {
    named: /\bdog\b|\bpuppy|狗|犬/,
    ears: 'dog',
    tail: 'thin',
    nose: 'button',
    coats: [
      [232, 178, 116],
      [190, 140, 96],
      [244, 232, 214],
    ],
    patterns: ['spot', 'blaze', 'none'],
  },
  {
    named: /\bbird\b|\bpenguin|\bowl\b|\bduck|\bchick\b|鸟|鸡|鸭|企鹅/,
    ears: 'bird',
    tail: 'none',
    nose: 'beak',
    coats: [
      [250, 214, 96],
      [112, 176, 226],
      [96, 112, 168],
    ],
    patterns: ['none', 'mask'],
  },
  {
    named: /\bsprout|\bplant|\bleaf|芽|草|叶/,
    ears: 'sprout',
    tail: 'none',
    nose: 'none',
    coats: [
      [176, 222, 178],
      [238, 226, 182],
      [190, 214, 240],
    ],
    patterns: ['none'],
  },
];

const colours: readonly (readonly [RegExp, Rgb])[] = [
  [/\bblack\b|黑/, [58, 56, 70]],
  [/\bwhite (?:cat|fox|bear|rabbit|bunny|dog|bird)|白/, [248, 244, 240]],
  [/\bblue\b|蓝/, [112, 168, 228]],
  [/\bred\b|红/, [226, 96, 84]],
  [/\bpink\b|粉/, [250, 176, 196]],
  [/\bpurple\b|\bviolet\b|紫/, [172, 142, 220]],
  [/\bgreen\b|绿/, [142, 202, 146]],
  [/\byellow\b|黄/, [250, 214, 104]],
  [/\borange\b|橙|橘/, [244, 152, 76]],
  [/\bgr[ae]y\b|灰/, [160, 162, 174]],
  [/\bbrown\b|棕|褐/, [168, 120, 86]],
];

const beak: Rgb = [248, 168, 62];

const accents: readonly [Rgb, ...Rgb[]] = [
  [72, 150, 196],
  [222, 92, 92],
  [250, 190, 80],
  [120, 178, 112],
  [150, 120, 220],
];
