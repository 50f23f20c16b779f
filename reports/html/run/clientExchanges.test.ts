import { expect, test } from '@playwright/test';
import { callLine, requestLine } from '../../../tests/support/client/clientEvidence.ts';
import { sampleRequirement, sampleVerdict } from '../../../tests/support/reports/sampleVerdict.ts';
import { clientExchanges } from './clientExchanges.ts';
import { writeRunPage } from './runPage.ts';

test('a finding that names a call shows it with the requests that were sent during it, and one that names a request shows that', () => {
  const [during, other] = [
    requestLine({ path: '/v1/user/methods?<b>', call: 'c1' }),
    requestLine({ path: '/v1/user/pay-ins', call: 'c2' }),
  ];
  const lines = [callLine({ do: 'call', operation: 'getMethods' }, { value: [] }), during, other];
  const pageOf = (exchanges: readonly string[]) =>
    writeRunPage({
      verdict: sampleVerdict([
        sampleRequirement({ findings: [{ code: 'clientValue', wanted: 'a', seen: 'b', exchanges }], exchanges }),
      ]),
      lines: [],
      exchanges: new Map(),
      shown: clientExchanges(lines),
      statements: {},
    });
  const call = pageOf(['c1']);
  expect(call).toContain('<h4>Call c1 ');
  expect(call).toContain('getMethods');
  expect(call).toContain(`<h4>Request ${during.id} `);
  expect(call).toContain('GET /v1/user/methods?&lt;b&gt;');
  expect(call).not.toContain(`<h4>Request ${other.id} `);
  expect(call).not.toContain('more of its exchanges');
  expect(pageOf([other.id])).toContain(`<h4>Request ${other.id} `);
});
