import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { Dependents, neededCalls, optionalFields } from './dependents.ts';

const catalogue = readCatalogue();

/** Returns the rows of the tables of a page, each as its cells. */
const rowsOf = (page: string) =>
  readFileSync(join(packageRoot, 'docs', page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));

const idsIn = (text: string) => [...text.matchAll(/\b[A-Z]{3}-\d+[a-z]?\b/g)].map(([id]) => id).sort();

const plain = (field: string) => field.replaceAll('`', '');

test('the optional fields make judgeable what docs/nightly.md says', () => {
  const rows = new Map(rowsOf('nightly.md').map(([, field = '', , makes = '']) => [plain(field), idsIn(makes)]));
  for (const { field, ids } of optionalFields)
    expect(rows.get(field) ?? rows.get(`webhook.kinds, webhook.secretEnv, ${field}`), field).toEqual(ids.toSorted());
});

test('every call is in the table of docs/test-control-api.md, and what it is needed for is on the page', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'test-control-api.md'), 'utf8');
  for (const { call, ids } of neededCalls) {
    expect(page).toContain(`| \`${call}\` |`);
    for (const id of ids) expect(page, `${call} ${id}`).toContain(id);
  }
});

test('every name is a requirement or a section', () => {
  const named = [...optionalFields, ...neededCalls].flatMap(({ ids }) => ids);
  expect(named.filter((name) => !catalogue.some(({ id, section }) => id === name || section === name))).toEqual([]);
});

test('what a gap covers costs nothing, and trace checks are lost with all the tests that feed them', () => {
  const tools = new Map([['LIM-04a', ['rateLimitTest']]]);
  const none = new Dependents(catalogue, tools, []);
  expect(none.ofTools('rateLimitTest')).toEqual(expect.arrayContaining(['LIM-04a', 'LIM-04b']));
  expect(none.named(['OUT-08', 'OUT-07'])).toEqual(['OUT-07', 'OUT-08']);
  const gaps = [{ id: 'OUT', reason: 'none' }];
  expect(new Dependents(catalogue, tools, gaps).named(['OUT-07', 'PAY-12'])).toEqual(['PAY-12']);
});
