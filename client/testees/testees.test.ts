import { createHmac } from 'node:crypto';
import { expect } from '@playwright/test';
import { entryCommand } from '../../schemas/packageRoot.ts';
import { test } from '../../tests/clients/onEmulator.ts';
import { absenceOf, type Talk, talkTo } from '../../tests/clients/talk.ts';

const testees = [
  [process.execPath, ...entryCommand('client/testees/typescript/testee.ts')],
  ['python3', 'client/testees/python/testee.py'],
  ['php', 'client/testees/php/testee.php'],
];

const vector = { secret: 'secret_value', digest: '7e36242a10fd65cbaacd7ff288df9fd3f9e75a46' };

/** Posts a webhook to a testee, with the right digest. */
function deliver(testee: Talk, text: string) {
  const digest = createHmac('sha1', vector.secret).update(text).digest('hex');
  const body = Buffer.from(text).toString('base64');
  return testee.ask({ do: 'receiveWebhook', secret: vector.secret, headers: [['x-payload-DIGEST', digest]], body });
}

for (const command of testees) {
  const name = command[1]?.startsWith('client/') ? `${command[0]}` : 'node';
  for (const scheme of ['signed', 'simple']) {
    test(`the testee of ${name} pays in, exchanges and walks pages with the ${scheme} scheme`, async ({ target }) => {
      const absence = absenceOf(name);
      test.skip(absence !== undefined, absence ?? '');
      const testee = talkTo(command);
      const { tokenId, secret } = target.credentials[0];
      const opened = await testee.ask({ do: 'open', version: 1, baseUrl: target.baseUrl, tokenId, secret, scheme });
      expect(opened).toMatchObject({ ok: true, schemes: ['signed', 'simple'] });
      const balances = await testee.ask({ do: 'call', operation: 'listBalances' });
      expect(balances['value']).toContainEqual(expect.objectContaining({ balance: expect.stringMatching(/^[\d.]+$/) }));
      const clientOrderId = `${name} & ${scheme}/+é`;
      const person = { firstName: 'Zoë', lastName: 'Ω' };
      const body = { amount: '123.45', currency: 'USD', method: 'CC_VISAMC', clientOrderId, ...person };
      const payin = await testee.ask({ do: 'call', operation: 'createPayin', body });
      expect(payin).toMatchObject({ value: { amount: '123.45', clientOrderId }, outcome: 'pending' });
      const exchange = { symbolPair: 'ETHUSDT', side: 'SELL', amount: '0.5', clientOrderId: `ex ${clientOrderId}` };
      const order = await testee.ask({ do: 'call', operation: 'createExchange', body: exchange });
      expect(order['value']).toMatch(/^ORD-/);
      const query = { clientOrderId, size: 1 };
      const found = await testee.ask({ do: 'call', operation: 'searchPayments', query, allPages: true });
      expect(found['value']).toMatchObject([{ clientOrderId }]);
      const unknown = await testee.ask({ do: 'call', operation: 'getPayment', path: { id: 'a/../b' } });
      expect(unknown).toMatchObject({ error: { kind: 'refused', status: 404 } });
      expect(await testee.close()).toEqual({ code: 0, stderr: '' });
    });
  }

  test(`the testee of ${name} checks webhooks, and keeps the last state`, async () => {
    const absence = absenceOf(name);
    test.skip(absence !== undefined, absence ?? '');
    const testee = talkTo(command);
    const headers = [['X-Payload-Digest', vector.digest]];
    const body = Buffer.from('{"field":"value"}').toString('base64');
    const accepted = { accepted: true, status: 200, event: null };
    const forged = { accepted: false, event: null, applied: false };
    const known = { do: 'receiveWebhook', secret: vector.secret, headers };
    expect(await testee.ask({ ...known, body })).toMatchObject(accepted);
    expect(await testee.ask({ ...known, body: Buffer.from('{"field": "value"}').toString('base64') })).toMatchObject(
      forged,
    );
    expect(await testee.ask({ ...known, body, headers: [] })).toMatchObject(forged);
    const first = await deliver(testee, '{"id":"PMT-1","status":"PARTIAL_SUCCESS","amount":1e-8}');
    const state = { id: 'PMT-1', status: 'PARTIAL_SUCCESS', amount: '0.00000001', outcome: 'succeeded' };
    expect(first).toMatchObject({ accepted: true, applied: true, state });
    const late = await deliver(testee, '{"id":"PMT-1","status":"PENDING","amount":5}');
    expect(late).toMatchObject({ accepted: true, status: 200, applied: false, state });
    expect(await testee.close()).toEqual({ code: 0, stderr: '' });
  });
}
