import { expect, test } from '@playwright/test';
import { registrable } from '../../../schemas/domain/webhookKinds.ts';
import { WebhookSecrets } from './webhookSecrets.ts';

test('each kind has a plain secret, one of another shape and a plain one again, the same for an account each time', () => {
  const [secrets, again] = [new WebhookSecrets(), new WebhookSecrets()];
  for (const one of [secrets, again]) one.derive(registrable, 'of-the-account');
  const shaped = registrable.map((kind) => {
    const [first, second, third] = secrets.of(kind).map(({ value }) => value);
    expect(
      [first, third].every((value) => /^[0-9a-f]{64}$/.test(value ?? '')),
      kind,
    ).toBe(true);
    expect(first).not.toBe(third);
    expect(again.of(kind).map(({ value }) => value)).toEqual([first, second, third]);
    return second ?? '';
  });
  expect(new Set([...shaped, ...secrets.all.map(({ value }) => value)]).size).toBe(3 * registrable.length);
  expect(shaped.filter((value) => /^[0-9a-f]{64}$/.test(value))).toEqual([]);
  expect(shaped.some((value) => value.length > 64 && /\+%41&=/.test(value))).toBe(true);
});
