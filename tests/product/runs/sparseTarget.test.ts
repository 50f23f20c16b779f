import { expect } from '@playwright/test';
import { at, rewritten } from '../../support/network/answerChanges.ts';
import { faultAnswers } from '../../support/network/answerFaults.ts';
import { serve } from '../../support/network/testServer.ts';
import { assayInto, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';
import { type Service, targetFileLike } from '../../support/product/startEmulator.ts';

interface Around {
  service: Service;
  folder: string;
}

/** What a sparse target answers at a path, derived from the answer of another target. */
interface Sparse {
  path: string;
  change(json: string): string;
}

/** Runs requirements on a target without test control API that offers less than others. */
async function runOn({ service, folder }: Around, only: string, { path, change }: Sparse) {
  const served = await serve(faultAnswers(service.url, at(path), rewritten(change)));
  const target = targetFileLike(service.targetFile, 'sparse', { baseUrl: served.url });
  const run = await assayInto('sparse', ['run', '--target', target, '--only', only], { folder });
  await served.close();
  return run;
}

const cryptoAlone = (json: string) =>
  JSON.stringify((JSON.parse(json) as { methodKey: string }[]).filter(({ methodKey }) => methodKey === 'CRYPTOCOIN'));

const sandboxes: Readonly<Record<string, Sparse>> = {
  'that has pay-ins by crypto transfer alone': { path: '/v1/user/methods', change: cryptoAlone },
  'whose pay-ins have no page': {
    path: '/v1/user/payments/payin',
    change: (json) => json.replace(/"payUrl":"[^"]*"/, '"payUrl":null'),
  },
  'whose pages are of a host that does not open from here': {
    path: '/v1/user/payments/payin',
    change: (json) => json.replace(/"payUrl":"[^"]*"/, '"payUrl":"https://pay.sandbox.invalid/1"'),
  },
};

for (const [index, [which, sparse]] of Object.entries(sandboxes).entries())
  test(`PIN-08 does not keep a sandbox from exit 0 ${which}`, { tag: index === 0 ? [] : '@full' }, async ({
    service,
    folder,
  }) => {
    const { code, out } = await runOn({ service, folder }, 'PIN-08', sparse);
    expect(requirementIn(out, 'PIN-08').outcome).toBe('not applicable');
    expect(code).toBe(0);
  });

test('an account without methods is tested as far as possible, and the other requirements say so', {
  tag: '@full',
}, async ({ service, folder }) => {
  const none: Sparse = { path: '/v1/user/methods', change: () => '[]' };
  const only = 'MTD-02,MTD-06,PIN-01,PIN-08,OUT-01,CHK-01,XCH-01';
  const { code, out } = await runOn({ service, folder }, only, none);
  const { halt } = verdictIn(out);
  expect(halt).toBeUndefined();
  expect(code).toBe(4);
  for (const id of ['MTD-02', 'CHK-01', 'XCH-01']) expect(requirementIn(out, id).outcome, id).toBe('pass');
  for (const id of ['MTD-06', 'PIN-01', 'PIN-08', 'OUT-01'])
    expect(requirementIn(out, id), id).toMatchObject({
      outcome: 'unverified',
      attribution: 'configuration',
      findings: [{ code: 'missing', wanted: 'a method', seen: 'the answer to GET /v1/user/methods has none' }],
    });
});
