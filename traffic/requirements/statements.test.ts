import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { readCatalogue } from './catalogue.ts';
import { readStatements } from './statements.ts';

const lines = readFileSync(join(packageRoot, 'schemas/interface.md'), 'utf8').split('\n');

const depthOf = (line: string | undefined) => /^#+(?= )/.exec(line ?? '')?.[0].length ?? Number.POSITIVE_INFINITY;

/** Returns the lines below a heading, until the next heading that is not below it; undefined if there is no such heading. */
function below(all: readonly string[], heading: string): string[] | undefined {
  const at = all.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (at < 0) return undefined;
  const rest = all.slice(at + 1);
  const end = rest.findIndex((line) => depthOf(line) <= depthOf(all[at]));
  return end < 0 ? rest : rest.slice(0, end);
}

/** Returns the text of a section, which may stand below another: `States and transitions, Payment`. */
function textOf(section: string): string {
  const parts = section.split(', ');
  return parts.reduce<readonly string[]>((all, heading) => below(all, heading) ?? [], lines).join('\n');
}

const statements = readStatements();

test('every requirement has a statement, and no other has one', () => {
  expect(Object.keys(statements).sort()).toEqual(
    readCatalogue()
      .map(({ id }) => id)
      .sort(),
  );
});

test('a requirement of the text quotes it, and a norm does not', () => {
  const wrong = readCatalogue().filter(({ id, basis }) => {
    const statement = statements[id];
    return statement === undefined || 'words' in statement !== (basis === 'norm');
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('every quoted text stands in its section of interface.md', () => {
  const wrong = Object.entries(statements).flatMap(([id, statement]) => {
    if ('words' in statement) return statement.words.length > 20 ? [] : [id];
    const text = textOf(statement.section);
    return statement.quotes.filter((quote) => quote === '' || !text.includes(quote)).map((quote) => `${id}: ${quote}`);
  });
  expect(wrong).toEqual([]);
});
