import { createFrameReader, type Frame } from '../../contract/frames.ts';

/** The frames of a whole stream. */
export const framesOf = (body: string): Frame[] => createFrameReader()(body);

/** The answer as a reader joins it. */
export const answerOf = (frames: readonly Frame[]): string =>
  frames.map((frame) => (frame.event === 'token' ? frame.data.content : '')).join('');

/** The payload of the only frame of a name. */
export function only<N extends Frame['event']>(
  frames: readonly Frame[],
  name: N,
): Extract<Frame, { event: N }> {
  const found = frames.filter((frame): frame is Extract<Frame, { event: N }> => frame.event === name);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} frames named ${name}`);
  return found[0];
}

/** Names in order, runs of the same name counted once. */
export const orderOf = (frames: readonly Frame[]): string[] =>
  frames.map((frame) => frame.event).filter((name, index, all) => name !== all[index - 1]);
