import { processorTypes } from '../../contract/intent-routes/processors.ts';
import { pageTexts as routeTexts } from '../pages/intent-routes/texts.ts';
import { useTexts } from '../text/language.ts';
import { playgroundTexts } from './texts.ts';

interface Stage {
  readonly name: string;
  readonly label: string;
  readonly data?: unknown;
}

/** The name of a stage in the language of the console; a stage it does not know keeps the service's own label. */
export function useStageNames() {
  const t = useTexts(playgroundTexts);
  const routes = useTexts(routeTexts);
  return ({ name, label, data }: Stage): string => {
    const step = /^pipeline_step_(\d+)$/.exec(name)?.[1];
    if (step !== undefined) {
      const word: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'type') : undefined;
      const type = processorTypes.find((one) => one === word);
      return t.value.step(Number(step) + 1, type ? routes.value.steps[type] : label);
    }
    return Object.entries(t.value.stageNames).find(([key]) => key === name)?.[1] ?? label;
  };
}
