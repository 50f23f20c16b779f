import { join } from 'node:path';
import { expect } from '@playwright/test';
import { certificateOf, copyOf, drawFrom, editByte, signAgain } from '../../tests/support/certificate/forgery.ts';
import { foreignKey, later } from '../../tests/support/certificate/journalForgery.ts';
import {
  collectHere,
  countersignSample,
  sampleBundle,
  sampleKey,
  sampleNonce,
  sampleRun,
} from '../../tests/support/certificate/sampleBundle.ts';
import { signedForgeries } from '../../tests/support/certificate/signedForgeries.ts';
import { unsignedForgeries } from '../../tests/support/certificate/unsignedForgeries.ts';
import { test as base, once } from '../../tests/support/product/productTest.ts';
import { publicHalf } from '../keys/keys.ts';
import { Refusal, refusalCodes } from '../refusal.ts';
import { verifyBundle } from './verify.ts';

base.describe.configure({ mode: 'default' });

const test = base.extend<object, { bundle: () => Promise<string> }>({
  bundle: [
    async ({ sharedFolder: folder, service }, use) => {
      const make = async () => {
        await collectHere();
        const run = await sampleRun(folder, service);
        const place = join(folder, 'bundle');
        await sampleBundle(place, run);
        return place;
      };
      await use(once(make));
    },
    { scope: 'worker' },
  ],
});

const verified = (folder: string, expectation: Partial<Parameters<typeof verifyBundle>[1]> = {}) =>
  verifyBundle(folder, { key: publicHalf(sampleKey), challenge: sampleNonce, now: later(0), ...expectation });

test('the bundle itself is verified', async ({ bundle }) => {
  const { level, signer, isKeyKnown } = await verified(await bundle());
  expect({ level, isKeyKnown }).toEqual({ level: 'challenged', isKeyKnown: true });
  expect(signer).toMatch(/^SHA256:/);
});

test('there are at least thirty forgeries, and each reason has a sentence of its own', () => {
  expect(unsignedForgeries.length + signedForgeries.length).toBeGreaterThanOrEqual(30);
  const sentences = refusalCodes.map((code) => new Refusal(code).message);
  expect(new Set(sentences).size).toBe(sentences.length);
});

for (const [what, code, forge] of [...unsignedForgeries, ...signedForgeries])
  test(`it is refused as ${code} if ${what}`, async ({ bundle, folder }) => {
    const place = copyOf(await bundle(), join(folder, 'forged'));
    forge(place);
    const refusal = await verified(place).then(
      () => 'verified',
      (error: Refusal) => error.code ?? error,
    );
    expect(refusal).toBe(code);
  });

test('a vendor who calls himself the operator is one for nobody who names his key as that of a vendor', async ({
  bundle,
  folder,
}) => {
  const place = copyOf(await bundle(), join(folder, 'forged'));
  signAgain(place, sampleKey, (one) => {
    certificateOf(one).level = 'operator-run';
  });
  await expect(verified(place)).resolves.toMatchObject({ level: 'challenged', isKeyKnown: true });
  await expect(verified(place, { operator: publicHalf(foreignKey) })).rejects.toThrow('a foreign key signed it');
  const own = { key: undefined, operator: publicHalf(sampleKey) };
  await expect(verified(place, own)).resolves.toMatchObject({ level: 'operator-run' });
  await expect(verified(await bundle(), own)).rejects.toThrow('made himself, got one of the level challenged');
});

test('it is refused if another key or another challenge is expected', async ({ bundle }) => {
  const place = await bundle();
  await expect(verified(place, { key: publicHalf(foreignKey) })).rejects.toThrow('a foreign key signed it');
  await expect(verified(place, { challenge: 'x'.repeat(20) })).rejects.toThrow('it answers another challenge');
});

test('it is refused later than its last day', async ({ bundle }) => {
  await expect(verified(await bundle(), { now: later(91) })).rejects.toThrow('it was valid until');
});

test('no drawn edit of one byte is verified', async ({ bundle, folder }) => {
  const draw = drawFrom(later(0).getTime() % 1_000_000);
  const place = copyOf(await bundle(), join(folder, 'edited'));
  countersignSample(place);
  const left: string[] = [];
  for (let nth = 0; nth < 60; nth += 1) {
    const undo = editByte(place, draw);
    await verified(place).then(
      () => left.push(undo.where),
      () => undefined,
    );
    undo.restore();
  }
  expect(left, `seed ${draw.seed}`).toEqual([]);
  await verified(place);
});
