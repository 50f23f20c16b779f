import { barePayin } from '../../../generators/payloads/payment.ts';
import type { TestRequest } from './testEmulator.ts';

const PAYIN = '/v1/user/payments/payin';
const CARD = barePayin({ amount: 500, currency: 'UAH', method: 'CC_VISAMC' });
const SOUND = JSON.stringify(CARD);
const LONG = 'x'.repeat(1_000_000);

const send = (body: string, contentType = 'application/json'): TestRequest => ({
  path: PAYIN,
  body,
  type: contentType,
});

/** A valid body, then invalid, unusual and deeply nested bodies. */
export const malformedBodies: readonly TestRequest[] = [
  send(SOUND),
  send(''),
  send('   '),
  send('[]'),
  send(`[${SOUND}]`),
  send(SOUND.slice(0, -1)),
  send(SOUND.slice(0, SOUND.lastIndexOf(',') + 4)),
  send(SOUND.replace('}', ',}')),
  send(SOUND.replaceAll('"', "'")),
  send('null'),
  send('"amount"'),
  send(SOUND, 'text/plain'),
  send(SOUND, 'application/xml'),
  send(SOUND, ';;;'),
  send(SOUND.replace('{', `{"deep":${'['.repeat(100)}${']'.repeat(100)},`)),
  send(SOUND.replace('{', `{"deep":${'['.repeat(5000)}${']'.repeat(5000)},`)),
  send(SOUND.replace('{', '{"amount":500,')),
  send(SOUND.replace('{', '{"amount":600,')),
];

/** Bodies of a megabyte. The exercise leaves them out, since they take more time than everything else in it. */
export const hugeBodies: readonly TestRequest[] = [
  ...['comment', 'clientOrderId', 'unknown'].map((field) => send(SOUND.replace('{', `{"${field}":"${LONG}",`))),
  send(SOUND.replace('{', `{"deep":${'['.repeat(1_000_000)}`)),
  send(`[${'"",'.repeat(300_000)}""]`),
];
