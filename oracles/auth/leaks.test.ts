import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../../tests/support/records/records.ts';
import { leadsNowhereElse, showsNoSecret } from './leaks.ts';

const told = {
  ...runLine,
  target: {
    ...runLine.target,
    baseUrl: 'https://api.pay.example/base',
  },
};

const location = (to: string): SampleExchange => ({
  operation: 'GET /v1/user/methods',
  status: 302,
  headers: [['Location', to]],
});

const tales: Readonly<Record<string, { tale: SampleExchange; codes: readonly string[] }>> = {
  'a refusal that shows the secret': {
    tale: { status: 400, answer: { message: 'no <secret of main>' } },
    codes: ['echoed'],
  },
  'a success with the secret in a header': {
    tale: { headers: [['X-Debug', 'key <secret of main>']] },
    codes: ['echoed'],
  },
  'a refusal that shows what is nearly the secret': {
    tale: { status: 401, answer: { message: 'no <nearly the secret of main>' } },
    codes: [],
  },
  'a redirect to another host': { tale: location('https://far.example/x'), codes: ['ledAway'] },
  'a redirect to another host without a scheme': { tale: location('//far.example/x'), codes: ['ledAway'] },
  'a redirect of what is not documented': {
    tale: { readBack: 'checkout', status: 302, headers: [['Location', 'https://far.example/x']] },
    codes: [],
  },
  'a redirect on the same host': { tale: location('/base/other'), codes: [] },
  'a redirect within the site': { tale: location('https://www.pay.example/'), codes: [] },
  'a plain success': { tale: {}, codes: [] },
};

for (const [name, { tale, codes }] of Object.entries(tales))
  test(`${name}: ${codes.join() || 'nothing'}`, async () => {
    const record = await recordOf([told, exchangeLine('p0-1', tale)]);
    const faults = [showsNoSecret, leadsNowhereElse(record)].map((rule) => rule(record.exchange('p0-1')));
    expect(faults.flatMap((fault) => fault?.code ?? [])).toEqual(codes);
  });
