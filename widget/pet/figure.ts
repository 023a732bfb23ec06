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
  readonly canBlink: () => boolean;
  /** Loads the pictures that a pet needs once somebody has to do with it. */
  wake(): void;
}

/** Time limit for a picture, in milliseconds. */
const patienceMs = 15_000;

/** Loads the master, and the other pictures at `wake`. Throws when the master fails; other expressions that fail are left out. */
export async function createFigure({ master, expressions }: PetSettings): Promise<Figure> {
  const images = new Map<string, HTMLImageElement>();
  const seenFirst = await imageOf(master);
  if (!seenFirst) throw new Error('The picture of the pet did not arrive');
  images.set('master', seenFirst);
  let isAwake = false;
  const element = document.createElement('span');
  element.className = 'figure';
  element.append(...images.values());
  let mood: Mood = 'idle';

  function show(picture: Picture): void {
    const seen = images.get(picture) ?? images.get('master');
    for (const image of images.values()) image.classList.toggle('seen', image === seen);
  }

  async function load(name: string, url: string): Promise<void> {
    const image = await imageOf(url);
    if (!image) return;
    images.set(name, image);
    element.append(image);
    if (mood !== 'idle' && mood === name) show(mood);
  }

  function wake(): void {
    if (isAwake) return;
    isAwake = true;
    for (const [name, url] of Object.entries(expressions)) void load(name, url);
  }

  show('master');
  element.dataset.mood = mood;
  return {
    element,
    wake,
    canBlink: () => images.has('blink'),
    mood: () => mood,
    setMood(next) {
      wake();
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
