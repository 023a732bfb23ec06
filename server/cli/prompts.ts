import process from 'node:process';
import { autocomplete, confirm, intro, log, note, outro, password, select, text } from '@clack/prompts';
import { SettingError } from '../env.ts';
import { inLocale } from './words/in-locale.ts';

/** True when the command runs in a terminal. */
export const isAtTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/** Questions at a terminal. Each throws {@link SettingError} when the person cancels. */
export const prompts = {
  begin: (title: string) => intro(inLocale(title)),
  end: (text: string) => outro(inLocale(text)),
  say: (text: string) => log.message(inLocale(text)),
  warn: (text: string) => log.warn(inLocale(text)),
  show: (text: string, title: string) => note(inLocale(text), inLocale(title)),

  async text(
    message: string,
    options: { placeholder?: string; wrong?: (text: string) => string | undefined },
  ) {
    const { placeholder, wrong } = options;
    return answered(
      await text({
        message: inLocale(message),
        ...(placeholder !== undefined && { placeholder: inLocale(placeholder) }),
        ...(wrong && { validate: (value) => said(wrong(value ?? '')) }),
      }),
    ).trim();
  },

  /** Shows a dot for each typed character. */
  async secret(message: string) {
    return answered(
      await password({
        message: inLocale(message),
        mask: '•',
        validate: (value) => said(value?.trim() ? undefined : 'Needed'),
      }),
    ).trim();
  },

  async choose(question: string, options: readonly { value: string; label: string; hint?: string }[]) {
    const message = inLocale(question);
    const all = options.map((option) => ({ ...option, label: inLocale(option.label) }));
    return answered(
      all.length > 20
        ? await autocomplete({ message, options: all, maxItems: 12 })
        : await select({ message, options: all, maxItems: 20 }),
    );
  },

  async agree(message: string, isUsual = true) {
    return answered(await confirm({ message: inLocale(message), initialValue: isUsual }));
  },
};

const said = (text: string | undefined) => (text === undefined ? undefined : inLocale(text));

function answered<T>(value: T): Exclude<T, symbol> {
  if (isGiven(value)) return value;
  throw new SettingError('ended; nothing was changed');
}

/** A cancelled prompt resolves with a symbol. */
const isGiven = <T>(value: T): value is Exclude<T, symbol> => typeof value !== 'symbol';
