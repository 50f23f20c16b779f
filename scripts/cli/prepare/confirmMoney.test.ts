import { PassThrough } from 'node:stream';
import { expect, test } from '@playwright/test';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import type { MoneyTarget } from '../../../traffic/target/moneyPermission.ts';
import { confirmMoney } from './confirmMoney.ts';

/** Asks an operator who gives this answer for permission; returns whether it was given, and what the operator read. */
async function asked(target: Partial<MoneyTarget>, { answer, named }: { answer?: string; named?: string }) {
  const [answers, questions] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })];
  answers.end(answer === undefined ? '' : `${answer}\n`);
  const terminal = { isTerminal: answer !== undefined, answers, questions, print: () => undefined };
  const completeTarget: MoneyTarget = { baseUrl: 'https://bank.example', kind: 'sandbox', ...target };
  const isAllowed = await confirmMoney(completeTarget, { named, plan: 'plan: 5 POST' }, terminal).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof ConfigurationError)) throw error;
      return false;
    },
  );
  return { isAllowed, read: String(questions.read() ?? '') };
}

test('on a terminal only a yes after the plan confirms', async () => {
  const read = 'plan: 5 POST\nThis moves money at bank.example. Go on? [yes/no]: ';
  for (const answer of ['yes', 'Y', ' YES ']) expect(await asked({}, { answer })).toEqual({ isAllowed: true, read });
  for (const answer of ['no', '', 'yes please', 'bank.example'])
    expect(await asked({}, { answer })).toEqual({ isAllowed: false, read });
});

test('nobody is asked without a terminal, with a named host, or for production', async () => {
  expect(await asked({}, {})).toEqual({ isAllowed: false, read: '' });
  expect(await asked({}, { answer: 'yes', named: 'other.example' })).toEqual({ isAllowed: false, read: '' });
  expect(await asked({ kind: 'production' }, { answer: 'yes' })).toEqual({ isAllowed: false, read: '' });
  expect(await asked({}, { answer: 'no', named: 'bank.example' })).toEqual({ isAllowed: true, read: '' });
});
