import { expect, test } from '@playwright/test';
import { type MoneyTarget, moneyProblem } from './moneyPermission.ts';

/** Returns the problem of a target at a host; undefined if money may be moved. */
function problemOf(target: Partial<MoneyTarget>, named?: string): string | undefined {
  const problem = moneyProblem({ baseUrl: 'https://bank.example', kind: 'vendor', ...target }, { named });
  return problem && `${problem.where}: expected ${problem.wanted}, got ${problem.seen}. ${problem.hint}`;
}

const host = 'bank.example';

test('money may be moved at a named host or on this machine', () => {
  expect(problemOf({}, host)).toBeUndefined();
  for (const kind of ['emulator', 'sandbox', 'vendor'] as const) {
    expect(problemOf({ kind, allowMoney: host })).toBeUndefined();
    expect(problemOf({ kind, baseUrl: 'http://127.0.0.1:8080' })).toBeUndefined();
    expect(problemOf({ kind })).toContain('expected bank.example, to move money there, got no --allow-money');
  }
});

test('a host that was not named gets the line to add and the way to read only', () => {
  expect(problemOf({ baseUrl: 'https://bank.example:8443/x' })).toBe(
    '--allow-money: expected bank.example:8443, to move money there, got no --allow-money. ' +
      'Add --allow-money bank.example:8443, or add the line allowMoney: bank.example:8443 to the target file. ' +
      'To only read, use --tier passive.',
  );
  expect(problemOf({ baseUrl: 'http://[2001:db8::1]' })).toContain('the line allowMoney: "[2001:db8::1]"');
});

test("another host than the target's allows nothing; on this machine only the option is checked", () => {
  expect(problemOf({ allowMoney: 'sandbox.example' })).toContain('got allowMoney: sandbox.example');
  expect(problemOf({ allowMoney: host }, 'sandbox.example')).toContain('got sandbox.example');
  expect(problemOf({ baseUrl: 'http://127.0.0.1:1', allowMoney: host })).toBeUndefined();
  expect(problemOf({ baseUrl: 'http://127.0.0.1:1' }, host)).toContain('got bank.example');
});

test('for production only the option counts, wherever the host is', () => {
  const kind = 'production';
  expect(problemOf({ kind }, host)).toBeUndefined();
  const refused = problemOf({ kind, allowMoney: host });
  expect(refused).toContain('expected bank.example, to move real money there, got no --allow-money');
  expect(refused).not.toContain('allowMoney');
  expect(problemOf({ kind, baseUrl: 'http://127.0.0.1:8080' })).toContain('127.0.0.1:8080');
});
