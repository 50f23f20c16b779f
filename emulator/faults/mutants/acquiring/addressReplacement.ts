import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of the replacement of disabled addresses (§ Crypto acquiring, bundle rule 4). */
export const staticLifeMutants: readonly Mutant[] = [
  {
    name: 'disabled-address-not-replaced',
    breaks: 'SAB-07',
    level: 'state',
    because: 'the bundle is returned unchanged, with an address that accepts no payments',
    rules: { replacedOf: () => [] },
  },
  {
    name: 'replaced-address-forgotten',
    breaks: 'SAB-07',
    level: 'state',
    because: 'the replaced address is deleted and appears in no list',
    rules: { deactivatedAfter: (before) => before },
  },
  {
    name: 'disabled-address-in-both-lists',
    breaks: 'SAB-07',
    level: 'state',
    because: 'a disabled address is copied to the deactivated ones but stays in use',
    rules: { keptOf: (remaining, replaced) => [...remaining, ...replaced] },
  },
  {
    name: 'disabled-address-shared-again',
    breaks: 'SAB-07',
    level: 'state',
    because:
      'only the first asset of a disabled address is replaced, and it gets the same address back from the other assets',
    rules: { replacedOf: (disabled) => disabled.slice(0, 1) },
  },
  {
    name: 'others-renewed-too',
    breaks: 'SAB-07',
    level: 'state',
    because: 'if several addresses of a bundle are disabled, all are generated again',
    rules: { keptOf: (remaining, replaced) => (replaced.length > 1 ? [] : remaining) },
  },
  {
    name: 'deactivated-address-still-active',
    breaks: 'SAB-07',
    level: 'state',
    because: 'a replaced address moves to the other list as it was made',
    warns: ['SAB-07'],
    rules: {
      deactivatedAfter: (before, replaced) => [...before, ...replaced.map((one) => ({ ...one, active: true }))],
    },
  },
  {
    name: 'one-of-several-deactivated',
    breaks: 'SAB-07',
    level: 'state',
    because: 'an address is deactivated for only one of the assets that it served',
    rules: { deactivatedAfter: (before, replaced) => [...before, ...replaced.slice(0, 1)] },
  },
];
