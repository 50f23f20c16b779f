import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { sample } from 'fast-check';
import { loadContract } from '../../schemas/load/contract.ts';
import { corpus, edgeCaseContract } from '../../tests/corpus/corpus.ts';
import { tagOf } from '../../tests/corpus/edgeCase.ts';
import { drawable } from './validValues.ts';

const seed = 20_261_122;

const drawn = 20;

const loading = corpus.filter(({ problems = [], files }) => problems.length === 0 && files === undefined);

for (const [nth, odd] of loading.entries()) {
  for (const version of odd.in) {
    const isMet = (odd.allows ?? []).length > 0;
    test(
      `${isMet ? 'values are' : 'no value is'} drawn for ${odd.name} (${version})`,
      tagOf(version, odd.in, nth),
      async () => {
        const file = test.info().outputPath('odd.json');
        writeFileSync(file, edgeCaseContract(odd, version));
        const { document, validate } = await loadContract(file);
        const outcome = drawable(document, document.components?.schemas?.['Odd']);
        if (!isMet) expect(outcome).toHaveProperty('undrawable');
        else if (!('values' in outcome)) throw new Error(JSON.stringify(outcome));
        else {
          const values = sample(outcome.values, { seed, numRuns: drawn });
          const faults = values.map((value) => validate('Odd', JSON.parse(JSON.stringify(value))));
          expect(values.filter((_, at) => faults[at]?.length !== 0)).toEqual([]);
        }
      },
    );
  }
}
