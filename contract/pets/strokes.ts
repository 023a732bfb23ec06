import { z } from 'zod';
import { petLimits } from './limits.ts';
import { must } from '../wording.ts';

const Point = z.union(
  [
    z.tuple([z.number(), z.number()]),
    z.object({ x: z.number(), y: z.number() }).transform(({ x, y }): [number, number] => [x, y]),
  ],
  { error: must('rule_point') },
);

const brush = must('rule_pixels_between', { min: 1, max: petLimits.brushPixels });

/** A stroke of the eraser over the current image: a line through points, in pixels from the top left. */
export const Stroke = z.object(
  {
    points: z
      .array(Point, { error: must('rule_list_of', { things: 'points' }) })
      .min(1, { error: must('rule_not_empty') }),
    radius: z
      .number({ error: brush })
      .min(1, { error: brush })
      .max(petLimits.brushPixels, { error: brush })
      .default(12)
      .meta({ description: 'Radius of the brush in pixels' }),
  },
  { error: must('rule_object') },
);
export type Stroke = z.infer<typeof Stroke>;

export const StrokesField = z
  .array(Stroke, { error: must('rule_list') })
  .max(petLimits.strokes, { error: must('rule_at_most', { count: petLimits.strokes, things: 'strokes' }) })
  .refine(
    (strokes) => strokes.reduce((sum, { points }) => sum + points.length, 0) <= petLimits.strokePoints,
    {
      error: must('rule_at_most', { count: petLimits.strokePoints, things: 'points' }),
    },
  )
  .nullish()
  .transform((strokes) => strokes ?? []);
