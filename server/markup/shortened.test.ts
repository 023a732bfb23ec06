import { describe, expect, it } from 'vitest';
import { shortened } from './shortened.ts';

const room = { prose: 100, code: 200 };

describe('shortened', () => {
  it('ANS1: a text that fits stays as it is', () => {
    const text = `${'a'.repeat(40)}\n\n${'b'.repeat(58)}`;
    expect(shortened(text, room)).toBe(text);
  });

  it('ANS1: a longer one ends with a whole sentence or line', () => {
    expect(shortened('The tower is red. '.repeat(9).trim(), room)).toBe(
      'The tower is red. '.repeat(5).trim(),
    );
    expect(shortened('灯塔是红的。'.repeat(30), room)).toBe('灯塔是红的。'.repeat(16));
    expect(shortened(`- one\n- ${'two '.repeat(20)}\n- ${'three '.repeat(20)}`, room)).toBe(
      `- one\n- ${'two '.repeat(20).trim()}`,
    );
  });

  it.each([
    ['a data address', `The picture: data:image/png;base64,${'iVBORw0KGgo'.repeat(9000)}`],
    ['JSON in one line', '{"level":30,"msg":"tower"},'.repeat(2300)],
    ['Chinese without marks', '灯塔'.repeat(30_000)],
    ['characters of two units', '😀'.repeat(30_000)],
  ])('ANS1: %s ends with an ellipsis', (_, text) => {
    const cut = shortened(text, room);
    expect(cut.length).toBeLessThanOrEqual(100);
    expect(cut).toMatch(/^.{40,}…$/u);
    expect(text.startsWith(cut.slice(0, -1))).toBe(true);
    expect(cut.isWellFormed()).toBe(true);
  });

  it('ANS1: code may be longer, and its fence is closed where the cut leaves it open', () => {
    const code = ['Run:', '', '~~~~sh', ...Array.from({ length: 8 }, (_, n) => `docent backup ${n}`)];
    const whole = [...code, '~~~~'].join('\n');
    expect(shortened(whole, room)).toBe(whole);
    const cut = shortened([...code, ...code.slice(3), 'x'.repeat(500), '~~~~'].join('\n'), room);
    expect(cut).toMatch(/\n~~~~$/);
    expect(cut.length).toBeLessThanOrEqual(205);
  });
});
