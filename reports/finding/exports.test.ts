import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { assert, asyncProperty, oneof, string, stringMatching } from 'fast-check';
import type { CaseStep } from '../../fuzzer/engine/cases/fuzzCase.ts';
import type { Found } from '../../fuzzer/engine/findings/finding.ts';
import {
  byCurl,
  byTest,
  having,
  listening,
  type ReceivedRequest,
  secret,
} from '../../tests/support/findings/runExported.ts';
import { sampleCase, sampleFinding, sampleStep } from '../../tests/support/findings/sampleFindings.ts';
import { writeExchanges, writeExports } from './exports.ts';
import { writeCurlScript, writePlaywrightTest } from './scripts.ts';

const ways = { byCurl, byTest } as const;

const isSigned = ({ headers, body }: ReceivedRequest) =>
  headers['x-hmac-sha256-signature'] ===
  createHmac('sha256', secret)
    .update(body)
    .update(headers['x-salt'] ?? '')
    .digest('hex');

/** Bodies that a careless script or test would execute, cut, or open a file for. */
const hostile = [
  '{"amount":1}',
  '',
  "'; touch pwned; '",
  "'\\''",
  `$(touch pwned)\`touch pwned\`$HOME \${x}`,
  `"double" \\ \\n \\\\ */ // \`\${process.exit(7)}\``,
  'line\nbreak\r\nand \ttab\n\n',
  '@/etc/passwd',
  '\u0000\u0001\u001b[31m\u0000',
  'déjà ☂ 𝄞 \u2028 \u2029 </script>',
  '{{2/a}} {{key:UPPER}} {{',
  'x'.repeat(200_000),
];

for (const [name, run] of Object.entries(ways)) {
  for (const [index, body] of hostile.entries())
    test(`body ${index + 1} is sent unchanged, and signed, ${name}`, async () => {
      const { came, close, url } = await listening();
      // A reference to a step that does not exist fails; this test is not about that.
      const text = body.replace('{{2/a}}', '{2/a}');
      await run(having({ ...sampleStep, body: { type: 'text/plain', text } }), url);
      close();
      expect(came).toHaveLength(1);
      expect(came[0]?.body.toString()).toBe(text);
      expect(came[0]?.headers['content-type']).toBe('text/plain');
      expect(came.every(isSigned)).toBe(true);
    });

  test(`bytes that are no text are sent unchanged, without a type if there was no type, ${name}`, async () => {
    const { came, close, url } = await listening();
    await run(having({ ...sampleStep, body: { base64: Buffer.from([0, 255, 10, 39]).toString('base64') } }), url);
    close();
    expect([...(came[0]?.body ?? [])]).toEqual([0, 255, 10, 39]);
    expect(came[0]?.headers['content-type']).toBeUndefined();
    expect(came[0]?.headers['x-token-api-secret']).toBe(secret);
  });

  test(`ids are generated anew, and values of earlier answers are encoded for their place, ${name}`, async () => {
    const odd = 'a"b\\c/d\ne $(touch pwned) {{key}}';
    const { came, close, url } = await listening([JSON.stringify({ id: odd, list: [{ 'x/y': 7 }] })]);
    const second: CaseStep = {
      method: 'PUT',
      path: '/again/{{1/id}}/{{key:b}}?n={{1/list/0/x~1y}}',
      headers: [
        ['X-Id', '{{key}}'],
        ['X-Empty', ''],
        ['X-Odd', 'é☂'],
      ],
      body: { type: 'application/json', text: '{"id":"{{1/id}}","key":"{{key}}","long":"{{key#300}}"}' },
      signing: 'simple',
    };
    await run(having(sampleStep, second), url);
    close();
    const [first, last] = came;
    const { clientOrderId: key } = JSON.parse(String(first?.body)) as { clientOrderId: string };
    expect(key).toMatch(/^[\w-]{8,}$/);
    expect(JSON.parse(String(last?.body))).toEqual({ id: odd, key, long: key.padEnd(300, 'x') });
    expect(last?.method).toBe('PUT');
    expect(last?.url.startsWith(`/again/${encodeURIComponent(odd)}/`)).toBe(true);
    expect(last?.url).toMatch(/\?n=7$/);
    const odder = Buffer.from('é☂').toString('latin1');
    expect(last?.headers).toMatchObject({ 'x-odd': odder, 'x-id': key, 'x-empty': '', 'x-token-api-secret': secret });
  });

  test(`instants are relative to now, and a step repeats until its answer has the expected status, ${name}`, async () => {
    const { came, close, url } = await listening(['{"status":"NEW"}', '{ "status" : "SUCCESS" }', '{"id":1}']);
    const body = { type: 'application/json', text: '{"a":"{{in:3600}}","b":"{{in:0060.347}}","c":"{{in:3600}}"}' };
    const step: CaseStep = { method: 'POST', path: '/x', headers: [], signing: 'none', body };
    await run(having({ ...step, until: ['FAILED', 'SUCCESS', '((('] }, step), url);
    close();
    expect(came).toHaveLength(3);
    const { a, b, c } = JSON.parse(String(came[2]?.body)) as Record<string, string>;
    expect(a).toMatch(/T\d\d:\d\d:\d\dZ$/);
    expect(b).toMatch(/\.347Z$/);
    expect(c).toBe(a);
    expect(Date.parse(a ?? '') - Date.parse(b ?? '')).toBe(3_540_000 - 347);
  });

  test(`requests of a race are sent together, after the step that they need, ${name}`, async () => {
    const { came, close, url } = await listening(['{"id":"PMT-1"}']);
    const racing: CaseStep = { method: 'GET', path: '/x/{{1/id}}', headers: [], signing: 'none', race: 1 };
    await run(having(sampleStep, racing, racing, { ...racing, path: '/y' }), url);
    close();
    expect(came.map((one) => one.url).toSorted()).toEqual([sampleStep.path, '/x/PMT-1', '/x/PMT-1', '/y'].toSorted());
    expect(came[0]?.url).toBe(sampleStep.path);
  });

  test(`no text in a finding is executed or lost, ${name}`, async () => {
    const { came, close, url } = await listening();
    const word = oneof(string({ unit: 'binary', maxLength: 20 }), stringMatching(/^['"`$(){}\\/*;\n\r#&|-]{0,12}$/));
    await assert(
      asyncProperty(word, word, async (text, words) => {
        came.length = 0;
        const sent = text.replaceAll('{', '(');
        const body = { type: 'text/plain', text: sent };
        const label = { is: 'odd' as const, because: words };
        const found = having({
          ...sampleStep,
          twin: words,
          headers: [['X-Odd', `a${words}`.replaceAll(/[^ -~]/g, '')]],
          body,
        });
        await run(
          {
            ...found,
            case: { ...found.case, label },
            requirement: words,
            operation: words,
            wanted: text,
            seen: words,
            fingerprint: text,
          },
          url,
        );
        expect(came).toHaveLength(1);
        expect(came[0]?.body.equals(Buffer.from(sent))).toBe(true);
      }),
      { numRuns: name === 'byCurl' ? 10 : 33 },
    );
    close();
  });
}

test('no path and no header leads to another host or a file', async () => {
  const { came, close, url } = await listening();
  const odd: CaseStep = { ...sampleStep, path: '@127.0.0.1:9/x', headers: [['@/etc/passwd', 'x']] };
  await byCurl(having(odd), url);
  close();
  expect(came.map((one) => one.url)).toEqual(['/@127.0.0.1:9/x']);
});

test('assertions follow from outcome and oracle, or else from the label', () => {
  const assertions = [{ requirement: 'PAY-05', oracle: 'refused' as const, args: { exchange: '#1', control: '#2' } }];
  const steps = [sampleStep, sampleStep];
  const specOf = (changes: Partial<Found>) => writePlaywrightTest(sampleFinding(changes), { baseUrl: 'http://x' });
  expect(specOf({ case: { ...sampleCase, steps, claims: assertions } })).toMatch(
    /skip\(.*answer2.*\n.*judged = answer1;[\s\S]*expect\(.*judged\.status.*toBe\(4\)/,
  );
  expect(specOf({ outcome: 'crashed' })).toContain('toBeLessThan(5)');
  expect(specOf({ outcome: 'refused', case: { ...sampleCase, label: { is: 'valid', because: 'x' } } })).toContain(
    'toBe(2)',
  );
  expect(specOf({ outcome: 'moved' })).toContain('toldOf(judged)).toBeGreaterThan(0)');
  const answer = { status: 200, headers: [], body: '{"id":"PMT-503be28d-44bc-4e7e-b5ff-313a8f5410da"}' };
  const seen = {
    exchanges: [{ request: { method: 'POST', path: sampleStep.path, headers: [] }, answer }],
    outcome: 'moved',
  };
  expect(specOf(seen)).toContain(String.raw`not.toBe("200 {\"id\":\"<fresh>\"}")`);
});

test('a fault that shows only in a later read is not judged by the exported test', () => {
  const exchanges = [{ request: { method: 'GET', path: '/v1/user/payments/PMT-1', headers: [] } }];
  expect(writePlaywrightTest(sampleFinding({ exchanges }), { baseUrl: 'http://x' })).toMatch(
    /test\.skip\(true, .*a fault that shows in a later read/,
  );
  const step: CaseStep = { method: 'GET', path: '/v1/user/payments/{{1/id}}', headers: [], signing: 'none' };
  const found = { ...having(sampleStep, step), exchanges };
  const later = { request: { method: 'GET', path: '/v2/user/balances', headers: [] } };
  const marked = { ...found, exchanges: [...exchanges.map((one) => ({ ...one, shows: true as const })), later] };
  expect(writePlaywrightTest(marked, { baseUrl: 'http://x' })).toContain('toBe(4)');
  expect(writePlaywrightTest(found, { baseUrl: 'http://x' })).toContain('toBe(4)');
});

test('a case that a test cannot send is skipped with a reason', () => {
  const found = having({ ...sampleStep, connection: 'pipelined' });
  expect(writePlaywrightTest(found, { baseUrl: 'http://x' })).toMatch(/test\.skip\(true, "its requests are pipelined/);
  const controlAction: CaseStep = { method: 'POST', path: '/clock', headers: [], signing: 'none', isLever: true };
  expect(writePlaywrightTest(having(controlAction, sampleStep), { baseUrl: 'http://x' })).toContain('isLever: true');
  expect(writeCurlScript(having(controlAction, sampleStep), { baseUrl: 'http://x' })).toContain(
    'ASSAY_CONTROL_TOKEN in the environment',
  );
});

test('three files are written, only for their owner, and no fingerprint leads out of the folder', () => {
  const folder = test.info().outputPath('exports');
  writeExports(sampleFinding(), { folder, baseUrl: 'http://x' });
  writeExports(sampleFinding({ fingerprint: '../../a/b' }), { folder, baseUrl: 'http://x' });
  const files = ['00112233445566aa', 'ab'].flatMap((name) => ['json', 'sh', 'spec.ts'].map((end) => `${name}.${end}`));
  expect(readdirSync(folder).toSorted()).toEqual(files);
  expect(statSync(join(folder, 'ab.sh')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'ab.json')).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(folder, 'ab.json'), 'utf8'))).toMatchObject({ requirement: 'PAY-05' });
});

test('exchanges are HTTP text, one line for each header', () => {
  const headers = [['X', 'a\r\nInjected: b']] as const;
  const written = JSON.parse(
    writeExchanges(
      sampleFinding({
        exchanges: [
          {
            request: { method: 'POST', path: '/x', headers, body: '{}' },
            answer: { status: 200, headers, body: 'ok' },
          },
        ],
      }),
    ),
  ) as object;
  expect(written).toMatchObject({
    exchanges: [
      {
        request: 'POST /x HTTP/1.1\r\nX: a Injected: b\r\n\r\n{}',
        answer: 'HTTP/1.1 200\r\nX: a Injected: b\r\n\r\nok',
      },
    ],
  });
});
