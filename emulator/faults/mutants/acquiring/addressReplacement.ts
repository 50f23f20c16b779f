import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of what becomes of a disabled address (§ Crypto acquiring, bundle rule 4). */
export const staticLifeMutants: readonly Mutant[] = [
  {
    name: 'disabled-address-not-replaced',
    breaks: 'SAB-07',
    level: 'state',
    because: 'the bundle is given back as it is, with an address at which nothing is taken',
    rules: { replacedOf: () => [] },
  },
  {
    name: 'replaced-address-forgotten',
    breaks: 'SAB-07',
    level: 'state',
    because: 'what was replaced is deleted, and no list has it',
    rules: { deactivatedAfter: (before) => before },
  },
  {
    name: 'disabled-address-in-both-lists',
    breaks: 'SAB-07',
    level: 'state',
    because: 'a disabled address is copied to the deactivated ones, and stays in use',
    rules: { keptOf: (kept, replaced) => [...kept, ...replaced] },
  },
  {
    name: 'disabled-address-shared-again',
    breaks: 'SAB-07',
    level: 'state',
    because: 'only the first asset of a disabled address is replaced, and gets the same address from the others',
    rules: { replacedOf: (disabled) => disabled.slice(0, 1) },
  },
  {
    name: 'one-of-several-deactivated',
    breaks: 'SAB-07',
    level: 'state',
    because: 'an address is deactivated once, whichever assets it served',
    rules: { deactivatedAfter: (before, replaced) => [...before, ...replaced.slice(0, 1)] },
  },
];
