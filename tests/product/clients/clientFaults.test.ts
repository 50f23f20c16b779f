import { join } from 'node:path';
import { expect } from '@playwright/test';
import { entryFile, packageRoot } from '../../../schemas/packageRoot.ts';
import { clientTable, commandOf } from '../../clients/clientTable.ts';
import { absenceOf } from '../../clients/talk.ts';
import { assayInto, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';

const { broken, benign } = clientTable();

/** `npm run test:full` runs all of the table; `npm test` has the clients of the gate. */
const whole = { tag: '@full' };

const lacking = absenceOf('python3');

/** Returns the command line of a client of the table for any folder. */
const lineOf = (name: string) =>
  commandOf(name)
    .map((word) => (word.endsWith('.py') ? `'${join(packageRoot, word)}'` : word))
    .join(' ');

for (const { name, breaks, because } of broken)
  test(`the client ${name} fails ${breaks}: ${because}`, whole, async ({ folder }) => {
    test.skip(lacking !== undefined, lacking ?? '');
    const words = ['client', '--testee', lineOf(name), '--only', breaks, '--seed', '1'];
    const { code, stdout, out } = await assayInto(name, words, { folder });
    expect(['fail', 'warn'], stdout).toContain(requirementIn(out, breaks).outcome);
    expect(code).toBe(requirementIn(out, breaks).outcome === 'fail' ? 1 : 0);
  });

/** The testees that come with us, which conform, and what starts each. */
const conforming = [
  ['node', `node '${entryFile('client/testees/typescript/testee.ts')}'`],
  ['python3', `python3 '${join(packageRoot, 'client/testees/python/testee.py')}'`],
  ['php', `php '${join(packageRoot, 'client/testees/php/testee.php')}'`],
] as const;

const sound = [
  ...conforming.map(([program, command]) => ({
    name: `of ${program}`,
    program,
    command,
  })),
  ...benign.map(({ name }) => ({ name, program: 'python3', command: lineOf(name) })),
];

for (const { name, program, command } of sound)
  test(`the conforming client ${name} draws no word`, whole, async ({ folder }) => {
    const absence = program === 'node' ? undefined : absenceOf(program);
    test.skip(absence !== undefined, absence ?? '');
    const words = ['client', '--testee', command, '--seed', '1'];
    const { code, stdout, out } = await assayInto('sound', words, { folder });
    const complaints = verdictIn(out).requirements.filter(({ outcome }) =>
      ['fail', 'warn', 'error', 'inconclusive', 'unverified'].includes(outcome),
    );
    expect(complaints.map(({ id, findings }) => `${id}: ${findings[0]?.wanted}, got ${findings[0]?.seen}`)).toEqual([]);
    expect(code, stdout).toBe(0);
  });
