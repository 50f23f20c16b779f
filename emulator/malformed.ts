import type { Asked } from './trial.ts';

const PAYIN = '/v1/user/payments/payin';
const CARD = { amount: 500, currency: 'UAH', method: 'CC_VISAMC' };
const SOUND = JSON.stringify(CARD);
const LONG = 'x'.repeat(1_000_000);

const send = (body: string, contentType = 'application/json'): Asked => ({ path: PAYIN, body, type: contentType });

/** A sound body, then bodies that are none, that are strange, and that are huge. */
export const malformed: readonly Asked[] = [
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
  send(SOUND.replace('{', `{"deep":${'['.repeat(300_000)}`)),
  send(SOUND.replace('{', '{"amount":500,')),
  send(SOUND.replace('{', '{"amount":600,')),
  send(SOUND.replace('{', `{"comment":"${LONG}",`)),
  send(SOUND.replace('{', `{"clientOrderId":"${LONG}",`)),
  send(SOUND.replace('{', `{"unknown":"${LONG}",`)),
];
