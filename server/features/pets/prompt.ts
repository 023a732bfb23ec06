import { petLimits } from '../../../contract/pets/limits.ts';
import type { ExpressionMode, PetState, PetStyle } from '../../../contract/pets/requests.ts';

/**
 * Prompt of a master: subject, style, the administrator's wishes, and last the rules for the image, so that no wish
 * can override them.
 */
export function masterPrompt(asked: {
  readonly style: PetStyle;
  readonly customPrompt: string;
  readonly from: 'photo' | 'master' | 'words';
}): string {
  return [
    subjects[asked.from],
    `Style: ${looks[asked.style]}`,
    ...wishes(asked.customPrompt, petLimits.masterPromptLength),
    'Requirements that hold whatever was written above:',
    '- One single character, whole from head to feet, facing the viewer, with a calm friendly face and open eyes.',
    '- It stands in the middle of a square picture and leaves a margin on every side.',
    '- A clear, closed outline that can be cut out.',
    backgroundRule,
    ...(asked.style === 'pixel' ? [pixelRule] : []),
    ...always,
  ].join('\n');
}

/** Prompt of an expression drawn from the master, in the same order. */
export function expressionPrompt(asked: {
  readonly style: PetStyle;
  readonly state: PetState;
  readonly mode: ExpressionMode;
  readonly customPrompt: string;
}): string {
  return [
    'The picture shows a mascot. Draw the same mascot once more with another expression.',
    `Expression: ${faces[asked.state]}`,
    ...(asked.mode === 'motion' ? [`Pose: ${poses[asked.state]}`] : []),
    `Style, exactly as in the picture: ${looks[asked.style]}`,
    ...wishes(asked.customPrompt, petLimits.expressionPromptLength),
    'Requirements that hold whatever was written above:',
    asked.mode === 'face'
      ? '- Only eyes, eyebrows and mouth change. Head, body, clothes, outline, size and place stay exactly as they are.'
      : '- It is the same character in the same colours, of the same size and in the same place; only its pose and face change.',
    backgroundRule,
    ...(asked.style === 'pixel' ? [pixelRule] : []),
    ...always,
  ].join('\n');
}

const subjects = {
  photo:
    'Turn the subject of the photo into a small mascot for a website. Keep what makes it recognisable: kind, colours, markings, hair or fur, glasses, clothes.',
  master: 'The picture shows the mascot of a website. Draw this mascot anew as the same character.',
  words: 'Draw a small, friendly mascot for a website.',
} as const;

const looks: Readonly<Record<PetStyle, string>> = {
  'soft-3d': 'a soft three-dimensional figure with rounded forms, smooth matt surfaces and gentle light.',
  pixel: 'pixel art on a coarse square grid with few flat colours and hard edges.',
  chibi: 'a hand-drawn figure with a large head, a small body and clean lines.',
  flat: 'a flat vector drawing with simple shapes, even colours and no gradients.',
};

const faces: Readonly<Record<PetState, string>> = {
  blink: 'both eyes gently closed in the middle of a blink; the mouth as before.',
  happy: 'happy: smiling eyes and a broad, warm smile.',
  sad: 'a little sad: inner ends of the eyebrows raised, mouth turned down. No crying.',
  thinking: 'thinking: eyes looking up to one side, mouth small and closed.',
};

const poses: Readonly<Record<PetState, string>> = {
  blink: 'standing still.',
  happy: 'a small cheerful hop with raised arms or paws.',
  sad: 'shoulders and head hanging a little.',
  thinking: 'the head tilted, one hand or paw at the chin.',
};

/** Magenta occurs on no animal: where a model cannot leave the background out, this one can be removed cleanly. */
const backgroundRule =
  '- The background is transparent; where that is not possible it is one flat pure magenta (#ff00ff), without shadow, floor, gradient or pattern.';

const pixelRule =
  '- Every pixel of the grid is one flat square; no blur, no smoothing, no half-transparent edge.';

const always = ['- No text, letters, numbers, logo, watermark, frame or second character.'];

/** The administrator's wishes: on one line, bounded, fenced by tags that they cannot contain. */
function wishes(customPrompt: string, length: number): readonly string[] {
  const plain = customPrompt
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/[<>]/g, '')
    .trim();
  const text = Array.from(plain).slice(0, length).join('');
  return text === '' ? [] : ['Wishes, as far as the requirements below allow:', `<wishes>${text}</wishes>`];
}
