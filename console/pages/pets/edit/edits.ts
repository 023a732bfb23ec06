import { petLimits } from '../../../../contract/pets/limits.ts';
import type { Run } from '../../../../contract/pets/mask.ts';
import { emptySelection, fillRuns, paint, runsOf, type Point, type Selection } from './runs.ts';

/** One step of selecting transparent areas; the eraser is sent as a stroke, other steps form the mask. */
export type Edit =
  | {
      readonly tool: 'brush' | 'unselect' | 'eraser';
      readonly points: readonly Point[];
      readonly radius: number;
    }
  | { readonly tool: 'wand'; readonly runs: readonly Run[] };

export type Tool = Edit['tool'];

/** Maximum number of undoable steps. */
export const mostEdits = 300;

function applyEdit(selection: Selection, edit: Edit): void {
  if (edit.tool === 'wand') fillRuns(selection, edit.runs, 1);
  else if (edit.tool !== 'eraser') paint(selection, edit.points, edit.radius, edit.tool === 'brush' ? 1 : 0);
}

/** The selection that the steps produce. */
export function selectionOf(width: number, height: number, edits: readonly Edit[]): Selection {
  const selection = emptySelection(width, height);
  for (const edit of edits) applyEdit(selection, edit);
  return selection;
}

const tenth = (value: number) => Math.round(value * 10) / 10;

/** The request body of a cleanup; empty selections are left out. */
export function cleanupOf(selection: Selection, edits: readonly Edit[]) {
  const { width, height } = selection;
  const runs = runsOf(selection);
  const strokes = edits.flatMap((edit) =>
    edit.tool === 'eraser'
      ? [{ points: edit.points.map(({ x, y }) => [tenth(x), tenth(y)] as const), radius: edit.radius }]
      : [],
  );
  return {
    ...(runs.length > 0 && { mask: { width, height, runs } }),
    ...(strokes.length > 0 && { strokes }),
  };
}

export type Cleanup = ReturnType<typeof cleanupOf>;

/** The reason for which the service would refuse a cleanup. */
export function problemOf({ mask, strokes }: Cleanup): 'nothing' | 'runs' | 'strokes' | undefined {
  if (!mask && !strokes) return 'nothing';
  if (mask && mask.runs.length > petLimits.maskRuns) return 'runs';
  const points = strokes?.reduce((sum, stroke) => sum + stroke.points.length, 0) ?? 0;
  if ((strokes?.length ?? 0) > petLimits.strokes || points > petLimits.strokePoints) return 'strokes';
  return undefined;
}
