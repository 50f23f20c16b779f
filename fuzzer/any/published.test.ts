import { expect, test } from '@playwright/test';
import { openMock } from '../../instruments/mock.ts';
import { published } from '../../instruments/published.ts';
import { loadContract } from '../../schemas/contract.ts';
import { schemesOf } from '../../schemas/security.ts';
import { casesOf } from '../requests/cases.ts';
import { subjectOf } from '../requests/subject.ts';
import { credentialsFor } from './security.ts';
import { openTrial } from './session.ts';
import { lineOf, tallyOf } from './tally.ts';

const seed = 20_261_122;

// Of the operations, every so many-th is tried: `npm run bench:any` tries more of them, and GitHub's.
const sampled = { adyen: 9, vercel: 20, stripe: 60 } as const;

const secret = 'user-1234:key-of-1234';

for (const name of ['adyen', 'vercel', 'stripe'] as const)
  test(`a sound mock of the public contract of ${name} breaks nothing, and takes nearly all that is valid`, async () => {
    const contract = await loadContract(published[name], { isTolerant: true });
    const told = new Set(contract.problems.flatMap(({ operations }) => operations));
    const operations = contract.operations.filter(({ key }, at) => at % sampled[name] === 0 && !told.has(key));
    const mock = await openMock(contract, { seed, taken: [secret] });
    const options = [...schemesOf(contract).keys()].map((scheme) => `${scheme}=env:ANY`);
    const credentials = credentialsFor(contract, options, () => secret);
    const deadlines = { answerMs: 30_000, recoverMs: 30_000 };
    const { trial, close } = openTrial({ contract, baseUrl: mock.url, credentials, deadlines, seed });
    try {
      const making = { seed, random: 3, most: 3, isKnown: true, dropped: () => undefined };
      const cases = operations.flatMap((operation) => [...casesOf(subjectOf(contract, operation), making)]);
      const { broken, tried, accepted, valid } = await tallyOf(trial, cases);
      // What the mock itself cannot draw it says.
      const isAnswered = ({ exchange: { line } }: (typeof broken)[number]) => !mock.served.has(`${line.operation} 501`);
      expect(broken.filter(isAnswered).map(lineOf)).toEqual([]);
      expect(tried).toBeGreaterThan(30);
      expect(accepted / valid).toBeGreaterThan(0.8);
    } finally {
      await close();
      await mock.close();
    }
  });
