import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ownGroups, specGroups } from '../../contract/api.ts';
import { projectRoot } from '../source-files.ts';

/** Operations that save what was read before, by their names. */
const isSave = /^(?:save|update|change|arrange|rename)/;

/** Saves without a revision, each with its reason. */
const unguarded = new Map([['account.changePassword', 'the password that counts until then is asked for']]);

const saves = [...specGroups, ...ownGroups]
  .filter(({ access }) => access === 'admin')
  .flatMap(({ name, endpoints }) =>
    Object.entries(endpoints).flatMap(([operation, { method, body }]) =>
      method !== 'GET' && body && isSave.test(operation) ? [{ name: `${name}.${operation}`, body }] : [],
    ),
  );
const isGuarded = ({ body }: (typeof saves)[number]) =>
  JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"basedOn"');

/** Operations that take something away, by their names. */
const isDeletion = /^(?:remove|delete|reset(?!Master|Expression)|clear|forget|revoke|batchClear)/;

/** Deletions without a revision, each with its reason. */
const unguardedDeletions = new Map([
  ['knowledge.clearArticle', 'index of an article, which is made anew from it'],
  ['excerpts.clear', 'made by a model from the article, edited by nobody'],
  ['excerpts.batchClear', 'made by a model from the articles, edited by nobody'],
  ['excerpts.clearAll', 'made by a model from the articles, edited by nobody'],
  ['mindmap.clear', 'made by a model from the article, edited by nobody'],
  ['mindmap.batchClear', 'made by a model from the articles, edited by nobody'],
  ['evaluations.deleteRun', 'a run is not edited'],
  ['usage.remove', 'counts, which nobody edits'],
  ['chat-logs.remove', 'what visitors have said is not edited'],
  ['chat-logs.clear', 'what visitors have said is not edited'],
  ['agent.forget', 'a finding of an analysis is not edited'],
  ['agent.remove', 'an analysis is not edited'],
  ['account.deleteToken', 'a token is not edited'],
  ['account.revokeGeneratedToken', 'a token is not edited'],
  ['connected-models.removeInHouse', 'files of a model, which are downloaded again'],
  ['shared-conversations.remove', 'a shared conversation is not edited'],
  ['answer-cache.clear', 'answers are kept anew'],
]);

const operations = [...specGroups, ...ownGroups]
  .filter(({ access }) => access === 'admin')
  .flatMap(({ name, prefix, endpoints }) =>
    prefix !== 'console'
      ? []
      : Object.entries(endpoints).map(([operation, endpoint]) => ({
          name: `${name}.${operation}`,
          operation,
          ...endpoint,
        })),
  );
const deletions = operations.filter(
  ({ method, operation }) => method === 'DELETE' || (method === 'POST' && isDeletion.test(operation)),
);
const namesRevision = ({ query }: (typeof deletions)[number]) =>
  JSON.stringify(z.toJSONSchema(query, { io: 'output', unrepresentable: 'any' })).includes('"basedOn"');

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('CFG28: every save of a record that was read before takes the revision of what was read, or there is a reason', () => {
  expect(saves.length).toBeGreaterThan(8);
  const without = saves.filter((save) => !isGuarded(save)).map(({ name }) => name);
  expect(without).toEqual([...unguarded.keys()]);
});

/** Calls of the console of these operations: those without a revision near them, and operations that are not called. */
function callsWithout(guarded: ReadonlySet<string>, before: number) {
  const found = new Set<string>();
  const bare: string[] = [];
  for (const path of globSync('console/**/*.{vue,ts}', { cwd: projectRoot })) {
    const text = readFileSync(join(projectRoot, path), 'utf8');
    for (const { 0: call, 1: group, 2: named, 3: chosen, index } of text.matchAll(
      /\bcall\(\s*(\w+),\s*(?:'(\w+)'|(operation)\b)/g,
    )) {
      // An operation that a caller chooses stands in the type of the parameter.
      const near = text.slice(Math.max(0, index - 500), index);
      const operations = chosen
        ? [...(/operation: ((?:'\w+'(?: \| )?)+)/.exec(near)?.[1] ?? '').matchAll(/\w+/g)].map(String)
        : [named ?? ''];
      for (const operation of operations) {
        const name = `${kebab(group ?? '')}.${operation}`;
        if (!guarded.has(name)) continue;
        found.add(name);
        // The fields may be put together above the call.
        if (!text.slice(Math.max(0, index - before), index + call.length + 250).includes('basedOn'))
          bare.push(`${path}: ${name}`);
      }
    }
  }
  return { bare, notCalled: [...guarded].filter((name) => !found.has(name)) };
}

test('CFG28: the console sends the revision with each of them', () => {
  const guarded = new Set(saves.filter(isGuarded).map(({ name }) => name));
  expect(callsWithout(guarded, 400)).toEqual({ bare: [], notCalled: [] });
});

test('CFG29: every deletion of a record that is edited takes the revision of what was read, or there is a reason', () => {
  expect(deletions.length).toBeGreaterThan(unguardedDeletions.size);
  const without = deletions.filter((one) => !namesRevision(one)).map(({ name }) => name);
  expect(without.toSorted()).toEqual([...unguardedDeletions.keys()].toSorted());
});

test('CFG29: the console sends the revision with each of them', () => {
  const guarded = new Set(deletions.filter(namesRevision).map(({ name }) => name));
  expect(callsWithout(guarded, 100)).toEqual({ bare: [], notCalled: [] });
});
