import { expect, test } from '@playwright/test';
import { type MoneyTarget, moneyProblem } from './moneyPermission.ts';

/** What is told of a target at a host; nothing where money may be moved. */
function told(target: Partial<MoneyTarget>, named?: string): string | undefined {
  const problem = moneyProblem({ baseUrl: 'https://bank.example', kind: 'vendor', ...target }, { named });
  return problem && `${problem.where}: wanted ${problem.wanted}, found ${problem.seen}. ${problem.hint}`;
}

const host = 'bank.example';

test('money moves at a host that was named, or on this machine', () => {
  expect(told({}, host)).toBeUndefined();
  for (const kind of ['emulator', 'sandbox', 'vendor'] as const) {
    expect(told({ kind, allowMoney: host })).toBeUndefined();
    expect(told({ kind, baseUrl: 'http://127.0.0.1:8080' })).toBeUndefined();
    expect(told({ kind })).toContain('wanted bank.example, to move money there, found no --allow-money');
  }
});

test('who has not named it is told the line to add, and how to read only', () => {
  expect(told({ baseUrl: 'https://bank.example:8443/x' })).toBe(
    '--allow-money: wanted bank.example:8443, to move money there, found no --allow-money. ' +
      'Add --allow-money bank.example:8443, or to the target file the line allowMoney: bank.example:8443. ' +
      'To read only, say --tier passive.',
  );
  expect(told({ baseUrl: 'http://[2001:db8::1]' })).toContain('the line allowMoney: "[2001:db8::1]"');
});

test('another host than that of the target allows nothing, on this machine as well where an option names it', () => {
  expect(told({ allowMoney: 'sandbox.example' })).toContain('found allowMoney: sandbox.example');
  expect(told({ allowMoney: host }, 'sandbox.example')).toContain('found sandbox.example');
  expect(told({ baseUrl: 'http://127.0.0.1:1', allowMoney: host })).toBeUndefined();
  expect(told({ baseUrl: 'http://127.0.0.1:1' }, host)).toContain('found bank.example');
});

test('for production the option alone counts, wherever it is', () => {
  const kind = 'production';
  expect(told({ kind }, host)).toBeUndefined();
  const refused = told({ kind, allowMoney: host });
  expect(refused).toContain('wanted bank.example, to move real money there, found no --allow-money');
  expect(refused).not.toContain('allowMoney');
  expect(told({ kind, baseUrl: 'http://127.0.0.1:8080' })).toContain('127.0.0.1:8080');
});
