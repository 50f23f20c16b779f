import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { authenticate } from '../signing/authenticate.ts';
import { signingFaultsFor } from '../signing/signingFaults.ts';
import { Redactor } from './redactor.ts';
import { bytesOfBase64, bytesOfHex, derivedTexts, secretVariantsOf } from './secretVariants.ts';

const secrets = {
  plain: 'top "secret" ключ 1',
  hex: createHash('sha256').update('a seed').digest('hex'),
  base64: createHash('sha256').update('another seed').digest('base64'),
};

function redactorFor(secret: string): Redactor {
  const redactor = new Redactor();
  redactor.know({ label: 'secret', value: secret });
  for (const value of secretVariantsOf(secret)) redactor.know({ label: 'near', value });
  for (const value of derivedTexts(secret)) redactor.knowText({ label: 'near', value });
  return redactor;
}

for (const [name, secret] of Object.entries(secrets)) {
  test(`a ${name} secret stays unreadable in every wrong way to send it`, () => {
    const redactor = redactorFor(secret);
    const credential = { label: 'main', tokenId: 'TKN-1', secret };
    for (const fault of signingFaultsFor('simple', { hasBody: true, secret })) {
      const sent = new Map(authenticate({ scheme: 'simple', credential, fault }, '{}')).get('X-Token-API-Secret');
      // A guess that everybody makes reveals nothing.
      if (sent === undefined || ['', credential.tokenId, 'secret'].includes(sent)) continue;
      expect(redactor.clean(`{"seen":"${sent}"}`), fault).toMatch(/^\{"seen":"<(near|secret)>[^"]{0,4}"\}$/);
    }
  });

  test(`no derived key of a ${name} secret is written`, () => {
    const redactor = redactorFor(secret);
    for (const key of [bytesOfHex(secret), bytesOfBase64(secret)])
      for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
        if (key) expect(redactor.clean(`key ${key.toString(form)};`)).toMatch(/^key <(near|secret)>=*;$/);
    const hash = createHash('sha256').update(secret).digest('hex');
    expect(redactor.clean(`hash ${hash};`)).toBe('hash <near>;');
  });
}

test('a secret has a hex or base64 key only if it is written that way', () => {
  expect(bytesOfHex('00ff')).toEqual(Buffer.from([0, 255]));
  for (const other of ['00f', '00fg', '', '00 ff']) expect(bytesOfHex(other)).toBeUndefined();
  expect(bytesOfBase64('_-8=')).toEqual(Buffer.from([255, 239]));
  expect(bytesOfBase64('/+8')).toEqual(Buffer.from([255, 239]));
  for (const other of ['_+8=', 'top secret', '/+9=']) expect(bytesOfBase64(other)).toBeUndefined();
  expect(signingFaultsFor('signed', { hasBody: false, secret: 'top secret' })).not.toContain('keyFromHex');
  expect(signingFaultsFor('signed', { hasBody: false, secret: 'top secret' })).not.toContain('keyFromBase64');
});
