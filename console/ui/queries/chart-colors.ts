/**
 * Colours of charts on cards: contrast of at least 3:1 (WCAG 2.2, 1.4.11), distinguishable with every kind of colour
 * vision, the first three best.
 */
export const chartColors = {
  light: {
    ground: '#ffffff',
    series: ['#0072b2', '#b16f37', '#0f5031', '#8a0c7d', '#a6880f', '#b11a0b', '#5532c9'],
    previous: '#8d94a3',
    ink: '#4a5160',
    grid: '#e3e5ea',
  },
  dark: {
    ground: '#18181c',
    series: ['#6db7e8', '#da995c', '#aee4c9', '#ee4eab', '#f3d767', '#d63731', '#9b77f8'],
    previous: '#666e80',
    ink: '#c9cdd6',
    grid: '#3a3d45',
  },
} as const;

interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/**
 * The series to draw with their colours: those that are zero on every day are left out. A series keeps its colour
 * whichever others are drawn.
 */
export function drawnSeries(series: readonly Series[], colors: readonly string[]) {
  const colored = series.map((one, index) => ({ ...one, color: colors[index % colors.length] ?? '' }));
  const drawn = colored.filter(hasBars);
  return drawn.length > 0 ? drawn : colored.slice(0, 1);
}

export const hasBars = ({ values }: Pick<Series, 'values'>) => values.some((value) => value !== 0);
