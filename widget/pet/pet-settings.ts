import type { WidgetPet } from '../../contract/widget/widget-config.ts';
import { fieldsOf, textOf, wholeOf, wordOf } from '../kit/coerce.ts';

type State = keyof WidgetPet['expressions'];

/** The pet to show; addresses are complete, sizes CSS pixels. */
export interface PetSettings extends Pick<WidgetPet, 'name' | 'style' | 'size'> {
  readonly master: string;
  readonly expressions: Readonly<Partial<Record<State, string>>>;
}

/** Reads the pet from the public configuration; `undefined` when there is none. Addresses may be relative to the service at `base`. */
export function petSettingsFrom(value: unknown, base: URL): PetSettings | undefined {
  const given = fieldsOf(fieldsOf(value).pet);
  const master = picture(given.masterUrl, base);
  if (master === undefined) return undefined;
  const expressions = fieldsOf(given.expressions);
  const [blink, happy, sad, thinking] = [
    picture(expressions.blink, base),
    picture(expressions.happy, base),
    picture(expressions.sad, base),
    picture(expressions.thinking, base),
  ];
  return {
    name: textOf(given.name, 80).trim(),
    style: wordOf(given.style, ['soft-3d', 'pixel', 'chibi', 'flat'], 'soft-3d'),
    size: wholeOf(given.size, 48, 240, 96),
    master,
    expressions: {
      ...(blink && { blink }),
      ...(happy && { happy }),
      ...(sad && { sad }),
      ...(thinking && { thinking }),
    },
  };
}

function picture(value: unknown, base: URL): string | undefined {
  const address = textOf(value, 2000).trim();
  if (address === '') return undefined;
  try {
    const url = new URL(address, base);
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
