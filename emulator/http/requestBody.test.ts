import { expect, test } from '@playwright/test';
import { hugeBodies } from '../../tests/support/emulator/malformedBodies.ts';
import { barePayin } from '../../tests/support/emulator/sampleBodies.ts';
import { openTestEmulator } from '../../tests/support/emulator/testEmulator.ts';
import { rulesNamed } from '../faults/catalogue.ts';
import { structureOf } from './requestBody.ts';

const PAYIN = '/v1/user/payments/payin';
const CARD = barePayin({ amount: 500, currency: 'UAH', method: 'CC_VISAMC' });
const SOUND = JSON.stringify(CARD);

for (const [text, shape] of [
  ['{}', { depth: 1, repeats: false }],
  ['{"a":{"a":[{"a":1},{"a":1}]}}', { depth: 4, repeats: false }],
  ['{"a":1,"b":{},"a":2}', { depth: 1 + 1, repeats: true }],
  ['{"a":"a","b":"a"}', { depth: 1, repeats: false }],
  ['{"a\\":":1,"b":"{[\\\\"}', { depth: 1, repeats: false }],
  ['["a","a"]', { depth: 1, repeats: false }],
  ['{"a', { depth: 1, repeats: false }],
] as const) {
  test(`the structure of ${text}`, () => expect(structureOf(text)).toEqual(shape));
}

for (const [body, code] of [
  ['', 'empty_body'],
  [' \n', 'empty_body'],
  ['{', 'malformed_json'],
  ['[]', 'not_an_object'],
  [`[${SOUND}]`, 'not_an_object'],
  [SOUND.replace('{', '{"amount":500,'), 'repeated_key'],
  [SOUND.replace('{', `{"deep":${'['.repeat(300)}${']'.repeat(300)},`), 'too_deep'],
] as const) {
  test(`refuses the body ${body.slice(0, 40)} as ${code}`, async () => {
    const { ask } = openTestEmulator();
    expect(await ask({ verb: 'POST', path: PAYIN, body })).toMatchObject({ status: 400, json: { code } });
    expect((await ask({ path: '/v1/user/payments' })).json).toEqual([]);
  });
}

test('a body of a megabyte gets 500 only from the mutant for long bodies', async () => {
  const conforming = openTestEmulator();
  const broken = openTestEmulator({ rules: rulesNamed('long-text-crashes') });
  for (const asked of hugeBodies) {
    expect((await conforming.ask(asked)).status).toBeLessThan(500);
    expect((await broken.ask(asked)).status).toBe(500);
  }
});

test('the content type is the one that the request sent, even if the framework reads another', async () => {
  const { ask } = openTestEmulator({ rules: rulesNamed('other-content-types-refused') });
  for (const [type, status] of [
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['text/plain', 415],
    [';;;', 415],
  ] as const) {
    expect((await ask({ path: PAYIN, body: CARD, type })).status).toBe(status);
  }
});

for (const [name, body] of [
  ['empty-body-is-the-last', ''],
  ['array-taken-by-its-first', `[${SOUND}]`],
  ['broken-json-mended', SOUND.slice(0, -1)],
  ['broken-json-mended', SOUND.slice(0, 25)],
  ['broken-json-mended', SOUND.replaceAll('"', "'")],
  ['broken-json-mended', SOUND.replace('}', ',}')],
  ['broken-json-mended', `${SOUND}}`],
  ['broken-json-mended', '{'],
] as const) {
  test(`the mutant ${name} accepts ${body || 'nothing'} after a valid body, twice`, async () => {
    const { ask } = openTestEmulator({ rules: rulesNamed(name) });
    expect((await ask({ path: PAYIN, body: { ...CARD, clientOrderId: 'b-1' } })).status).toBe(200);
    for (let count = 0; count < 2; count += 1) {
      expect((await ask({ verb: 'POST', path: PAYIN, body })).status).toBe(200);
    }
    expect((await ask({ path: '/v1/user/payments' })).json).toHaveLength(3);
  });
}
