import { expect, test } from '@playwright/test';
import type { Candidate } from '../../reports/mutation/mutationRun.ts';
import { readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { affectedCandidates, affectedRequirements, type Suite } from './affectedRequirements.ts';

const of = (some: Partial<Candidate> & Pick<Candidate, 'name' | 'kind'>): Candidate => ({ because: '', ...some });

const suite: Suite = {
  catalogue: readCatalogue(),
  candidates: [
    of({ name: 'phone-not-needed', kind: 'mutant', breaks: 'OUT-02', overrides: ['payoutFields'] }),
    of({ name: 'rate-upside-down', kind: 'mutant', breaks: 'XCH-02', overrides: ['rateOf'] }),
    of({ name: 'more-fields', kind: 'variant', overrides: ['payoutFields'] }),
    of({ name: 'other-rates', kind: 'variant', overrides: ['rateOf'] }),
  ],
  imports: {
    'specs/payout.spec.ts': ['oracles/payments/lifecycle.ts'],
    'oracles/payments/lifecycle.ts': ['oracles/core/result.ts'],
  },
};

test('a spec affects its requirements, and a rule those whose mutants override it', () => {
  const own = readCatalogue().filter(({ file }) => file === 'specs/payout.spec.ts');
  expect(affectedRequirements(['specs/payout.spec.ts'], suite)).toEqual(own.map(({ id }) => id).sort());
  expect(affectedRequirements(['emulator/rules/payments/payout.ts'], suite)).toEqual(['OUT-02']);
});

test('an oracle file affects the requirements that use its exports', () => {
  const ids = affectedRequirements(['oracles/general/crash.ts'], suite);
  expect(ids).toContain('ERR-02a');
  expect(ids).not.toContain('MTD-01');
});

test('reports, documents and tests affect no requirement', () => {
  expect(affectedRequirements(['reports/run/junit.ts', 'README.md', 'oracles/general/crash.test.ts'], suite)).toEqual(
    [],
  );
});

test('requirements select the mutants that break them, and the variants of the same rules', () => {
  expect(affectedCandidates(['OUT-02'], suite)).toEqual(['phone-not-needed', 'more-fields']);
});
