import { createCentroidIndex } from './centroid-index.ts';
import { unitVector, type Vector } from './vectors.ts';

/** Questions on the same topic, as indexes into the given list; the first is the leader. */
export type Cluster = readonly number[];

/** Called between slices of work; yields to other work when some milliseconds have passed. */
export type Pause = () => Promise<void> | undefined;

/** Minimum cosine similarity of a question to the centroid of its cluster, and between two clusters to be merged. */
export const clusterThresholds = { join: 0.5, merge: 0.5 } as const;

/**
 * Clusters the vectors numbered 0 to `count` in one pass (leader clustering): each joins the most similar cluster or
 * starts one; then clusters are merged by their centroids in the same way. Time is bounded per question (see
 * centroid-index.ts), and the result is deterministic. Pass the most frequent questions first, since they lead.
 */
export async function clusterVectors(
  count: number,
  vectorAt: (place: number) => Vector,
  pause: Pause,
): Promise<Cluster[]> {
  const first = await group(count, vectorAt, clusterThresholds.join, pause);
  const centroidOf = (place: number) => unitVector(first.index.centroid(place));
  const second = await group(first.members.length, centroidOf, clusterThresholds.merge, pause);
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
