import { html, nothing } from 'lit';
import type { IconName } from '../appearance/icons.ts';
import { icon } from './icon.ts';

interface State {
  /** A further class, by which styles know it. */
  readonly kind?: string;
  /** Missing where the button does not stay pressed. */
  readonly isPressed?: boolean;
  /** Missing where it can always be pressed. */
  readonly isDisabled?: boolean;
}

/** A button that shows an icon alone; `label` is its name, and told where a pointer rests. */
export const toolButton = (
  name: IconName,
  label: string,
  act: () => void,
  { kind = '', isPressed, isDisabled }: State = {},
) =>
  html`<button
    type="button"
    class="tool ${kind}"
    title=${label}
    aria-label=${label}
    aria-pressed=${isPressed ?? nothing}
    aria-disabled=${isDisabled ?? nothing}
    @click=${act}
  >
    ${icon(name)}
  </button>`;
