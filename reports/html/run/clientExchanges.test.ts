import { expect, test } from '@playwright/test';
import type { ClientLine } from '../../../client/record/clientLines.ts';
import type { Finding } from '../../../judge/requirementVerdict.ts';
import { callLine, requestLine } from '../../../tests/support/client/clientEvidence.ts';
import { sampleFailure, sampleHistory } from '../../../tests/support/reports/sampleHistory.ts';
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

/** Shows a finding, with the lines of a gate. */
const pageWith = (lines: readonly ClientLine[], finding: Partial<Finding>) => {
  const findings = [{ code: 'clientValue', wanted: 'a', seen: 'b', exchanges: [], ...finding }];
  return writeRunPage({
    verdict: sampleVerdict([sampleRequirement({ section: 'CLI', attribution: 'target', findings })]),
    lines: [],
    exchanges: new Map(),
    shown: clientExchanges(lines),
    statements: {},
  });
};

test('the bytes of a body are shown as they were sent, for a request and for a webhook', () => {
  const text = '{ "a":1,\n"b":"\u00a0é" }';
  const request = requestLine({ body: { text, bytes: 26, sha256: '' } });
  const body = Buffer.from('{"c" : 2}').toString('base64');
  const webhook = callLine({ do: 'receiveWebhook', body }, { accepted: true });
  const page = pageWith([request, webhook], { code: 'clientSignature', exchanges: [request.id, 'c1'] });
  expect(page).toContain('{ &quot;a&quot;:1,\\x0a&quot;b&quot;:&quot;\\xc2\\xa0é&quot; }');
  expect(page).toContain('{&quot;c&quot; : 2}');
});

test('members of the protocol itself are not marked, and the times of calls are whole', () => {
  const value = { id: 'PMT-1', event: 'x' };
  const call = { ...callLine({ do: 'call', operation: 'getPayment' }, { value }), tookMs: 5.25 } as ClientLine;
  const page = pageWith([call], { wanted: 'the event of a webhook to have id as PMT-2', exchanges: ['c1'] });
  expect(page).toContain('stdout, after 5 ms');
  expect(page).not.toMatch(/<mark> {2}&quot;id/);
  expect(page).toMatch(/<mark> {4}&quot;id/);
  expect(page).toContain('At fault: the client library.');
  expect(page).not.toContain('Checked in');
});

test('a request that a finding names is shown beside the one that shows it', () => {
  const [before, after] = [requestLine(), requestLine()];
  const page = pageWith([before, after], { code: 'clientSalt', exchanges: [before.id, after.id] });
  for (const { id } of [before, after]) expect(page).toContain(`<h4>Request ${id} `);
});

test('one failure is one failure', () => {
  const { since: _, ...first } = sampleHistory({ new: [sampleFailure()] });
  const verdict = sampleVerdict([sampleRequirement()], { history: first });
  const page = writeRunPage({ verdict, lines: [], exchanges: new Map(), statements: {} });
  expect(page).toContain('1 failure<');
});
