import { expect, test } from '@playwright/test';
import { schemesOf } from '../../../schemas/document/security.ts';
import { loadContract } from '../../../schemas/load/contract.ts';
import { openMock } from '../../../tests/support/mock/mock.ts';
import { publishedFile } from '../../../tests/support/publicContracts/published.ts';
import { FindingStore } from '../../engine/findings/findingStore.ts';
import { credentialsFor } from '../credentials/credentials.ts';
import { openSession } from '../executor/session.ts';
import { openApiCampaign } from './driver.ts';

const seed = 20_261_122;

/** Every n-th operation of each contract: all of them take minutes, as in `npm run bench:any`. */
const sampled = { adyen: 6, vercel: 30, stripe: 60, github: 100 } as const;

const secret = 'user-1234:key-of-1234';

for (const name of ['adyen', 'vercel', 'stripe', 'github'] as const)
  test(`a campaign on a conforming mock of ${name} finds nothing and tries the whole sample`, {
    tag: '@full',
  }, async () => {
    const contract = await loadContract(publishedFile(name), { isTolerant: true });
    const withProblems = new Set(contract.problems.flatMap(({ operations }) => operations));
    const operations = contract.operations.filter(({ key }, at) => at % sampled[name] === 0 && !withProblems.has(key));
    const wanted = new Set(operations.map(({ key }) => key));
    const mock = await openMock(contract, { seed, acceptedCredentials: [secret] });
    const options = [...schemesOf(contract).keys()].map((scheme) => `${scheme}=env:ANY`);
    const credentials = credentialsFor(contract, options, () => secret);
    const deadlines = { answerMs: 30_000, recoverMs: 30_000 };
    const opened = openSession({ contract, baseUrl: mock.url, credentials, deadlines, seed });
    try {
      const store = new FindingStore(test.info().outputPath('findings.ndjson'));
      const budget = { posts: 90, gets: 90 };
      const plan = { contract, session: opened, seed, budget, store, run: 'test', shrinkPosts: 0, isReadOnly: false };
      const isWanted = ({ key }: { key: string }) => wanted.has(key);
      const campaign = openApiCampaign({ ...plan, hasCredential: true, isWanted });
      const { cases } = await campaign.run();
      const { operations: touched, valid } = campaign.driver.coverage.report();
      // The mock answers 501 if it cannot generate an answer.
      const broken = store.all.filter(({ operation }) => !mock.served.has(`${operation} 501`));
      expect(broken.map(({ requirement, operation, seen }) => `${requirement} ${operation} ${seen}`)).toEqual([]);
      expect(touched.done).toBeGreaterThan(wanted.size * 0.8);
      expect(cases).toBeGreaterThan(50);
      expect(valid.done / valid.of).toBeGreaterThan(0.8);
    } finally {
      await opened.close();
      await mock.close();
    }
  });
