import { createCentroidIndex } from './centroid-index.ts';
import { unitVector, type Vector } from './vectors.ts';

/** Questions that ask for the same, as places in the list that was given; the first is the leader. */
export type Cluster = readonly number[];

/** Called now and then between pieces of work; gives others their turn when some milliseconds have passed. */
export type Pause = () => Promise<void> | undefined;

/** Least cosine of a question and the middle of the cluster it joins, and of two clusters that become one. */
export const clusterThresholds = { join: 0.5, merge: 0.5 } as const;

/**
 * Groups the vectors numbered 0 to `count` in this order: each joins the most similar cluster so far or begins one; then whole clusters are
 * grouped by their middles the same way. Time is bounded per question (see group-index.ts), and the same list always
 * gives the same clusters. Bring the most frequent questions first: they lead.
 */
export async function clusterVectors(
  count: number,
  vectorAt: (place: number) => Vector,
  pause: Pause,
): Promise<Cluster[]> {
  const first = await group(count, vectorAt, clusterThresholds.join, pause);
  const middleOf = (place: number) => unitVector(first.index.middle(place));
  const second = await group(first.members.length, middleOf, clusterThresholds.merge, pause);
  return second.members.map((places) => places.flatMap((place) => first.members[place] ?? []));
}

async function group(count: number, vectorAt: (place: number) => Vector, threshold: number, pause: Pause) {
  const members: number[][] = [];
  const index = createCentroidIndex(count);
  for (let place = 0; place < count; place++) {
    if (place % 10 === 0) await pause();
    const vector = vectorAt(place);
    const at = index.nearest(vector, threshold) ?? index.size;
    index.add(at, vector);
    const joined = members[at];
    if (joined) joined.push(place);
    else members.push([place]);
  }
  return { index, members };
}
