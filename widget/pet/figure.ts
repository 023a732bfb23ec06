import type { PetSettings } from './pet-settings.ts';

export type Mood = 'idle' | 'thinking' | 'happy' | 'sad';
type Picture = 'master' | 'blink' | Exclude<Mood, 'idle'>;

/** The pictures of a pet, one of which is visible. */
export interface Figure {
  readonly element: HTMLElement;
  readonly mood: () => Mood;
  /** A mood without its own picture is shown by posture alone. */
  setMood(mood: Mood): void;
  /** Closes or opens the eyes; only in the neutral mood. */
  setBlink(isClosed: boolean): void;
  readonly canBlink: boolean;
}

/** Time limit for a picture, in milliseconds. */
const patienceMs = 15_000;

/** Loads the pictures. Throws when the master fails; other expressions that fail are left out. */
export async function createFigure({ master, expressions }: PetSettings): Promise<Figure> {
  const wanted = Object.entries({ master, ...expressions });
  const arrived = await Promise.all(wanted.map(async ([name, url]) => [name, await imageOf(url)] as const));
  const images = new Map(
    arrived.filter((pair): pair is readonly [string, HTMLImageElement] => pair[1] !== undefined),
  );
  if (!images.has('master')) throw new Error('The picture of the pet did not arrive');
  const element = document.createElement('span');
  element.className = 'figure';
  element.append(...images.values());
  let mood: Mood = 'idle';

  function show(picture: Picture): void {
    const seen = images.get(picture) ?? images.get('master');
    for (const image of images.values()) image.classList.toggle('seen', image === seen);
  }

  show('master');
  element.dataset.mood = mood;
  return {
    element,
    canBlink: images.has('blink'),
    mood: () => mood,
    setMood(next) {
      mood = next;
      element.dataset.mood = next;
      show(next === 'idle' ? 'master' : next);
    },
    setBlink(isClosed) {
      if (mood === 'idle') show(isClosed ? 'blink' : 'master');
    },
  };
}

/** A decoded image, so that showing it causes no gap; `undefined` when it does not load. */
async function imageOf(url: string): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  image.alt = '';
  image.draggable = false;
  image.referrerPolicy = 'no-referrer';
  image.src = url;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>(
    (resolve) => (timer = setTimeout(() => resolve(undefined), patienceMs)),
  );
  const decoded = image.decode().then(
    () => (image.naturalWidth > 0 ? image : undefined),
    () => undefined,
  );
  const result = await Promise.race([decoded, late]);
  clearTimeout(timer);
  return result;
}
