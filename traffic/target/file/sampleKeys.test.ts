import { expect, test } from '@playwright/test';
import { methodKeys, sampleFields } from '../../../schemas/domain/sampleFields.ts';
import { pointerOf } from './filePlace.ts';
import { nearestName } from './nearestName.ts';
import { sampleKeyProblems } from './sampleKeys.ts';

const found = (samples: unknown, others: object = {}) =>
  sampleKeyProblems({ ...others, samples }).map(({ place, hint }) => `${pointerOf(place)} ${hint}`);

test('every unknown name under samples is a problem, with the nearest known name and the list', () => {
  const samples = {
    VAQR: { bankAccount: '1' },
    cc_visamc: {},
    GIRO: {},
    'CRYPTOCOIN/TRN': { cryptoAdress: 'T' },
    'CRYPTOCOIN/tron': {},
    VA_QR: { bankAcount: '1', iban: 'DE' },
  };
  expect(found(samples)).toEqual([
    expect.stringMatching(/^\/samples\/VAQR Did you mean VA_QR\? Known: CRYPTOCOIN, CC_VISAMC, VA_QR\.$/),
    expect.stringMatching(/^\/samples\/cc_visamc Did you mean CC_VISAMC\?/),
    expect.stringMatching(/^\/samples\/GIRO Known: /),
    expect.stringMatching(/^\/samples\/CRYPTOCOIN~1TRN Did you mean TRON\?/),
    expect.stringMatching(/^\/samples\/CRYPTOCOIN~1TRN\/cryptoAdress Did you mean cryptoAddress\? Known: cardNumber, /),
    expect.stringMatching(/^\/samples\/VA_QR\/bankAcount Did you mean bankAccount\?/),
    expect.stringMatching(/^\/samples\/VA_QR\/iban Known: /),
  ]);
});

test('known names, blockchains that nobody lists, and names of another contract are no problem', () => {
  const samples = {
    VA_QR: Object.fromEntries(sampleFields.map((name) => [name, 'x'])),
    'CRYPTOCOIN/TRON_NILE': { cryptoAddress: 'T' },
    'CRYPTOCOIN/MOONBEAM': { cryptoAddress: '0x' },
  };
  expect(found(samples)).toEqual([]);
  expect(found({ GIRO: { iban: 'DE' } }, { contract: 'ours.yaml' })).toEqual([]);
  for (const other of [undefined, null, 'text', [1], { VA_QR: 'text' }]) expect(found(other)).toEqual([]);
});

test('a name is near if at most a third of it differs', () => {
  expect(nearestName('CRYPTO_COIN', methodKeys)).toBe('CRYPTOCOIN');
  expect(nearestName('', methodKeys)).toBeUndefined();
  expect(nearestName('V'.repeat(100_000), methodKeys)).toBeUndefined();
});
