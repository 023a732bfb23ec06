import { z } from 'zod';

export const instant = z.string().meta({ description: 'ISO-8601 instant with Z, or empty' });
