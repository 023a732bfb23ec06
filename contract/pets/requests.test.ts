import { describe, expect, test } from 'vitest';
import { EdgeRequest, ExpressionRequest, GenerateForm, PetName, PromptPreviewRequest } from './requests.ts';

const problem = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message;

describe('PET5: a name', () => {
  test('is trimmed and counted in code points', () => {
    expect(PetName.parse('  Momo ')).toBe('Momo');
    expect(PetName.parse('🐱'.repeat(20))).toHaveLength(40);
    expect(problem(PetName, '🐱'.repeat(21))).toMatch(/20/);
  });

  test.each(['', '   ', '\t\n', 'a\u0007b', 'a\nb', 'a\u202eb', 'a\u0085b', 7, null])(
    'is refused: %j',
    (name) => {
      expect(PetName.safeParse(name).success).toBe(false);
    },
  );
});

describe('a generation', () => {
  test('PET3: parses form fields and fills in defaults', () => {
    expect(GenerateForm.parse({})).toEqual({
      name: '',
      style: 'soft-3d',
      withExpressions: false,
      customPrompt: '',
      policyId: '',
    });
    expect(GenerateForm.parse({ style: 'pixel', withExpressions: 'true', name: ' Bo ' })).toMatchObject({
      style: 'pixel',
      withExpressions: true,
      name: 'Bo',
    });
  });

  test('PET3, PET4: unknown styles and long wishes are refused', () => {
    expect(problem(GenerateForm, { style: 'oil' })).toMatch(/^style must be one of soft-3d/);
    expect(problem(GenerateForm, { customPrompt: 'a'.repeat(501) })).toBe(
      'customPrompt must not exceed 500 characters',
    );
    expect(GenerateForm.safeParse({ customPrompt: 'a'.repeat(500) }).success).toBe(true);
  });
});

describe('PET12: expressions', () => {
  test('have a region by default and mean all four states without one', () => {
    expect(ExpressionRequest.parse({})).toMatchObject({ mode: 'face', customPrompt: '' });
    expect(ExpressionRequest.parse({}).state).toBeUndefined();
    expect(ExpressionRequest.parse({ state: '' }).state).toBeUndefined();
    expect(ExpressionRequest.parse({ state: 'sad', mode: 'motion' })).toMatchObject({
      state: 'sad',
      mode: 'motion',
    });
  });

  test('PET4, PET16: refuse long wishes, unknown states and regions outside the image', () => {
    expect(problem(ExpressionRequest, { customPrompt: 'a'.repeat(301) })).toMatch(/300/);
    expect(problem(ExpressionRequest, { state: 'angry' })).toMatch(/^state must be one of blink/);
    expect(problem(ExpressionRequest, { centerX: 1.2 })).toBe('centerX must be a number from 0 to 1');
    expect(problem(ExpressionRequest, { mode: 'dance' })).toMatch(/^mode must/);
  });

  test('PET4: the preview of an expression has the limit of expressions', () => {
    expect(PromptPreviewRequest.safeParse({ customPrompt: 'a'.repeat(400) }).success).toBe(true);
    expect(problem(PromptPreviewRequest, { customPrompt: 'a'.repeat(400), state: 'happy' })).toMatch(/300/);
  });
});

describe('PET14: an edge', () => {
  const shown = { state: '', url: '/pet.png', revision: 1 };

  test('is tidied by shrinking, by taking white out, or both', () => {
    expect(EdgeRequest.parse({ ...shown, shrink: 2 })).toMatchObject({ shrink: 2, dewhite: 0 });
    expect(EdgeRequest.parse({ ...shown, state: 'blink', dewhite: 100 })).toMatchObject({ state: 'blink' });
  });

  test.each([
    [{ shrink: 0, dewhite: 0 }, /nothing to do/],
    [{}, /nothing to do/],
    [{ shrink: 3 }, /^shrink must/],
    [{ shrink: -1 }, /^shrink must/],
    [{ dewhite: 101 }, /^dewhite must/],
    [{ shrink: '1' }, /^shrink must/],
    [{ shrink: 1, revision: undefined }, /refresh/],
    [{ shrink: 1, url: '' }, /refresh/],
    [{ shrink: 1, state: 'angry' }, /^state must/],
  ])('is refused: %j', (fields, message) => {
    expect(problem(EdgeRequest, { ...shown, ...fields })).toMatch(message);
  });
});
