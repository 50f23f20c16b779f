import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { leakResults } from './leakChecks.ts';

const target = {
  baseUrl: 'https://api.pay.example/base',
  credentials: [{ label: 'main', tokenId: 'TKN-1', secret: 'not-to-be-told' }] as const,
};

const location = (to: string): SampleExchange => ({ status: 302, headers: [['Location', to]] });

const tales: Readonly<Record<string, { told: SampleExchange; broken: readonly string[] }>> = {
  'a refusal that shows the secret': {
    told: { status: 400, answer: { message: 'no <secret of main>' } },
    broken: ['ANY-09'],
  },
  'a success with the secret in a header': {
    told: { headers: [['X-Debug', 'key <secret of main>']] },
    broken: ['ANY-09'],
  },
  'a refusal that shows what is nearly the secret': {
    told: { status: 401, answer: { message: 'no <nearly the secret of main>' } },
    broken: [],
  },
  'a redirect to another host': { told: location('https://far.example/x'), broken: ['ANY-10'] },
  'a redirect to another host without a scheme': { told: location('//far.example/x'), broken: ['ANY-10'] },
  'a redirect on the same host': { told: location('/base/other'), broken: [] },
  'a redirect within the site': { told: location('https://www.pay.example/'), broken: [] },
  'a plain success': { told: {}, broken: [] },
};

for (const [name, { told, broken }] of Object.entries(tales))
  test(`${name} breaks ${broken.join() || 'nothing'}`, async () => {
    const leaks = leakResults(await recordOfExchanges(told), target);
    expect(leaks.map(({ id }) => id)).toEqual(['ANY-09', 'ANY-10']);
    expect(leaks.filter(({ ruling }) => ruling.state === 'broken').map(({ id }) => id)).toEqual(broken);
  });
