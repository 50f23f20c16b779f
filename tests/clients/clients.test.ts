import { spawnSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { packageRoot } from '../../schemas/packageRoot.ts';
import type { Target } from '../../traffic/target/target.ts';
import { clientTable, commandOf } from './clientTable.ts';
import { test } from './onEmulator.ts';
import { absenceOf, talkTo } from './talk.ts';

const { broken, benign } = clientTable();
const requirements = ['01', '02', '03', '04', '05a', '06', '07', '08', '09', '10', '11'].map((id) => `CLI-${id}`);

/** Opens a client and asks it for payments; returns what it answered. */
async function greet(name: string, target: Target) {
  const { tokenId, secret } = target.credentials[0];
  const client = talkTo(commandOf(name));
  const opened = await client.ask({ do: 'open', version: 1, baseUrl: target.baseUrl, tokenId, secret });
  const balances = await client.ask({ do: 'call', operation: 'listBalances' });
  const person = { firstName: 'Ada', lastName: 'Byron' };
  const body = { amount: '12.50', currency: 'USD', method: 'CC_VISAMC', clientOrderId: `of ${name}`, ...person };
  const payin = await client.ask({ do: 'call', operation: 'createPayin', body });
  const { code } = await client.close();
  return { opened, balances, payin, code };
}

test('every requirement of clients has broken clients, plain ones and such that hide in a corner', () => {
  const lacking = requirements.filter((id) => {
    const own = broken.filter(({ breaks }) => breaks === id);
    return !own.some(({ corner }) => corner) || !own.some(({ corner }) => !corner);
  });
  expect(lacking).toEqual([]);
  expect(broken.filter(({ breaks }) => !requirements.includes(breaks))).toEqual([]);
  expect(broken.filter(({ corner }) => corner).length).toBeGreaterThanOrEqual(broken.length / 2);
});

test('the table names every client that can be started, and no other', () => {
  const absence = absenceOf('python3');
  test.skip(absence !== undefined, absence ?? '');
  const { stdout } = spawnSync('python3', ['tests/clients/broken.py', '--list'], {
    cwd: packageRoot,
    encoding: 'utf8',
  });
  const names = [...broken, ...benign].map(({ name }) => name).sort();
  expect(stdout.trim().split('\n')).toEqual(names);
});

for (const [index, { name }] of benign.entries()) {
  test(`${index % 8 === 0 ? '' : '@full '}the benign client ${name} pays in`, async ({ target }) => {
    const absence = absenceOf('python3');
    test.skip(absence !== undefined, absence ?? '');
    const { opened, balances, payin, code } = await greet(name, target);
    expect(opened['ok']).toBe(true);
    expect(balances['value']).toContainEqual(expect.objectContaining({ currency: 'USDT' }));
    expect(payin['value']).toMatchObject({ clientOrderId: `of ${name}`, amount: expect.stringMatching(/^12\.50*$/) });
    expect(code).toBe(0);
  });
}

for (const { name } of broken) {
  test(`@full the broken client ${name} speaks the protocol`, async ({ target }) => {
    const absence = absenceOf('python3');
    test.skip(absence !== undefined, absence ?? '');
    const { opened, code } = await greet(name, target);
    expect(opened['ok']).toBe(true);
    expect(code).toBe(0);
  });
}
