import { z } from 'zod';
import { petLimits } from './limits.ts';
import { must } from '../wording.ts';

const Point = z.union(
  [
    z.tuple([z.number(), z.number()]),
    z.object({ x: z.number(), y: z.number() }).transform(({ x, y }): [number, number] => [x, y]),
  ],
  { error: must('be a point [x, y]') },
);

const brush = must(`be a number of pixels from 1 to ${petLimits.brushPixels}`);

/** A stroke of the eraser over the current image: a line through points, in pixels from the top left. */
export const Stroke = z.object(
  {
    points: z.array(Point, { error: must('be a list of points') }).min(1, { error: must('hold a point') }),
    radius: z
      .number({ error: brush })
      .min(1, { error: brush })
      .max(petLimits.brushPixels, { error: brush })
      .default(12)
      .meta({ description: 'Radius of the brush in pixels' }),
  },
  { error: must('be an object') },
);
export type Stroke = z.infer<typeof Stroke>;

export const StrokesField = z
  .array(Stroke, { error: must('be a list') })
  .max(petLimits.strokes, { error: must(`not hold more than ${petLimits.strokes} strokes`) })
  .refine(
    (strokes) => strokes.reduce((sum, { points }) => sum + points.length, 0) <= petLimits.strokePoints,
    {
      error: must(`not hold more than ${petLimits.strokePoints} points`),
    },
  )
  .nullish()
  .transform((strokes) => strokes ?? []);
