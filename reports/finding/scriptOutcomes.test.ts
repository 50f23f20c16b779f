import { expect, test } from '@playwright/test';
import type { CaseStep } from '../../fuzzer/engine/cases/fuzzCase.ts';
import type { Found } from '../../fuzzer/engine/findings/finding.ts';
import { byCurl, byTest, having, listening, secret } from '../../tests/support/findings/runExported.ts';
import { sampleCase, sampleFinding, sampleStep } from '../../tests/support/findings/sampleFindings.ts';
import { writeCurlScript, writePlaywrightTest } from './scripts.ts';

const bare: CaseStep = { method: 'GET', path: '/x', headers: [], signing: 'none' };

/** Runs the script and the test of a finding against a target that gives these answers. */
async function both(found: Found, answers: readonly (string | number)[]) {
  const first = await listening(answers);
  const { code, told: output } = await byCurl(found, first.url);
  first.close();
  const second = await listening(answers);
  const { asserted, failed, skipped } = await byTest(found, second.url);
  second.close();
  expect(failed ? 1 : skipped === undefined ? 0 : 3, output).toBe(code);
  return { code, told: output, asserted, skipped };
}

test('a script exits with 1 if the finding shows, and with 0 if it does not', async () => {
  const shown = await both(having(sampleStep), []);
  expect(shown.code).toBe(1);
  expect(shown.told).toContain('Not as expected: the answer to step 1 is to be a client error');
  expect(shown.asserted).not.toEqual([]);
  const silent = await both(having(sampleStep), [400]);
  expect(silent.code).toBe(0);
  expect(silent.told).toContain('As expected');
});

test('a refusal for the credential or a missing resource shows nothing about the tested defect', async () => {
  const { claims: _, ...unclaimed } = sampleCase;
  const of = (operation: string, keyword: string): Found => {
    const broken = { schema: '', keyword, place: 'body' as const, words: 'one' };
    const step = { ...sampleStep, operation };
    return { ...having(sampleStep), case: { ...unclaimed, label: { is: 'invalid', broken }, steps: [step] } };
  };
  const codes = async (found: Found) => {
    const codes: number[] = [];
    for (const status of [401, 404, 422]) codes.push((await both(found, [status])).code);
    return codes;
  };
  expect(await codes(of('GET /x', 'type'))).toEqual([3, 0, 0]);
  expect(await codes(of('GET /x/{id}', 'type'))).toEqual([3, 3, 0]);
  expect(await codes(of('GET /x', 'authentication'))).toEqual([0, 0, 0]);
});

test('a script compares the answer with the finding and ignores ids', async () => {
  const answer = (id: string) => `{"id":"PMT-${id}-44bc-4e7e-b5ff-313a8f5410da"}`;
  const request = { method: 'GET', path: '/x', headers: [] };
  const seen = { request, answer: { status: 200, headers: [], body: answer('503be28d') } };
  const found = sampleFinding({ outcome: 'moved', exchanges: [seen], case: { ...sampleCase, steps: [bare] } });
  expect((await both(found, [answer('00000000')])).code).toBe(1);
  expect((await both(found, [500])).code).toBe(0);
  expect((await both(found, ['{"id":null}'])).code).toBe(3);
});

/** A finding whose case should be refused but was answered with this code, body and status. */
const answered = (code: string, body: string, status = 200): Found => {
  const seen = { request: { method: 'GET', path: '/x', headers: [] }, answer: { status, headers: [], body } };
  return { ...having(bare), code, exchanges: [seen] };
};

test('an answer against its schema shows if it is the same, and otherwise the result is inconclusive', async () => {
  const found = answered('schema', '{"count":1}');
  expect((await both(found, ['{"count":1}'])).code).toBe(1);
  for (const other of ['{"count":2}', 400, 500]) {
    const { code, skipped } = await both(found, [other]);
    expect({ code, skipped }).toEqual({ code: 3, skipped: expect.stringMatching(/or one that is plainly valid/) });
  }
});

test('another stack trace may be in any error answer, but not in a success', async () => {
  const found = { ...answered('stackTrace', 'at f (a.js:1)', 500), outcome: 'crashed' };
  expect((await both(found, [400])).code).toBe(3);
  expect((await both(found, ['{}'])).code).toBe(0);
});

test('a secret shows anywhere in an answer and in any form, and otherwise nothing shows', async () => {
  const found = { ...having({ ...sampleStep, signing: 'simple' }), code: 'echoed' };
  for (const text of [secret, JSON.stringify({ a: secret }), encodeURIComponent(secret), btoa(`x${secret}`)])
    expect((await both(found, [`no: ${text}.`])).code).toBe(1);
  expect((await both(found, ['<secret of main>'])).code).toBe(0);
  expect((await both(found, [0])).code).toBe(3);
  const silent = await both({ ...found, ...answered('echoed', '') }, []);
  expect(silent.skipped).toMatch(/expected a secret that is sent with/);
});

test('the answer to HEAD has no body, whatever its headers are', async () => {
  const head = { ...bare, method: 'HEAD' };
  const seen = { request: { method: 'HEAD', path: '/x', headers: [] }, answer: { status: 200, headers: [], body: '' } };
  const found = { ...having(head), outcome: 'moved', exchanges: [seen] };
  expect((await both(found, ['{}'])).code).toBe(1);
});

const lacking = having(sampleStep, { ...bare, path: '/x/{{1/id}}' });

const claimed = (steps: readonly CaseStep[]) =>
  sampleFinding({
    case: {
      ...sampleCase,
      steps,
      claims: [{ requirement: 'PAY-05', oracle: 'refused', args: { exchange: '#2', control: '#1' } }],
    },
  });

/** Inconclusive cases: the finding, the answers of its target, and the expected message. */
const untellable: Readonly<Record<string, readonly [Found, readonly (string | number)[], RegExp]>> = {
  'an answer lacks what a later request needs': [
    lacking,
    ['{"error":"a\\nb"}'],
    /expected a text or a number at \/id of the answer to step 1, .*got: .*200 \{"error"/,
  ],
  'an answer is no JSON where a later request needs it': [lacking, ['<p>\n'], /expected a text or a number at \/id/],
  'an answer holds nothing of a path that leads on': [
    having(sampleStep, { ...bare, path: '/x/{{1/%s/id}}' }),
    [],
    /at \/%s\/id of the answer to step 1/,
  ],
  'the judged request is not answered': [having(sampleStep), [0], /expected an answer/],
  'a request that leads on is not answered': [lacking, [0], /got: no answer/],
  'the quota is used up': [having(sampleStep), [429], /quota/],
  'its control request is refused': [claimed([sampleStep, sampleStep]), [400, 200], /control request/],
};

for (const [what, [found, answers, words]] of Object.entries(untellable))
  test(`if ${what}, a script exits with 3 and one line, and a test is skipped`, async () => {
    const { code, told: output, skipped } = await both(found, answers);
    expect({ code, skipped }, output).toEqual({ code: 3, skipped: expect.stringMatching(words) });
    expect(output.split('\n').filter((line) => /^Inconclusive/.test(line))).toEqual([expect.stringMatching(words)]);
    expect(output).not.toContain('node:');
  });

test('without a target a script exits with 3 and says what to do, and a test is skipped', async () => {
  for (const found of [having(bare), having({ ...bare, until: ['SUCCESS'] }), having({ ...bare, race: 1 }, bare)]) {
    const { code, told: output } = await byCurl(found, 'http://127.0.0.1:9');
    expect(code, output).toBe(3);
    expect(output).toMatch(
      /^Inconclusive: expected an answer to step 1 from http.*, got: no answer: .*Start the target/m,
    );
    const { skipped } = await byTest(found, 'http://127.0.0.1:9');
    expect(skipped).toMatch(/expected an answer to step 1 from http:\/\/127\.0\.0\.1:9, got: .*Start the target/);
  }
});

test('a missing answer shows if none came before, but not if there is no target', async () => {
  const request = { method: 'GET', path: '/x', headers: [] };
  const hung = { ...having(bare), outcome: 'indeterminate', exchanges: [{ request, failure: 'timeout: none' }] };
  const { code, asserted } = await both(hung, [0]);
  expect({ code, asserted }).toEqual({ code: 1, asserted: ['toBeGreaterThan'] });
  expect((await both(hung, [500])).code).toBe(0);
  expect((await byCurl(hung, 'http://127.0.0.1:9')).code).toBe(3);
});

test('nothing is sent without the required variables', async () => {
  const { came, close, url } = await listening();
  const { code, told: output } = await byCurl(having(sampleStep), url, {});
  close();
  expect(code).toBe(3);
  expect(output).toMatch(/expected ASSAY_TOKEN_ID in the environment, got: none\. Export it\./);
  expect(came).toEqual([]);
});

test('a script that ends early shows nothing', async () => {
  const { close, url } = await listening();
  const { code } = await byCurl(
    { ...having({ ...sampleStep, fault: 'beforeReformatting', body: { text: '{' } }) },
    url,
  );
  close();
  expect(code).toBe(3);
});

test('a case that names ids of its target says so, and says how to send it to another target', () => {
  const ids = new Map([['{{method:USDT PAYIN}}', 'PMD-1\n']]);
  for (const text of [
    writeCurlScript(sampleFinding(), { baseUrl: 'http://x', ids }),
    writePlaywrightTest(sampleFinding(), { baseUrl: 'http://x', ids }),
  ]) {
    expect(text).toMatch(/^(?:#|\/\/) It names ids of http:\/\/x, .*: PMD-1\ufffd \(method USDT PAYIN\)\.$/m);
    expect(text).toContain('npx assay replay 00112233445566aa --findings');
  }
  expect(writeCurlScript(sampleFinding(), { baseUrl: 'http://x' })).not.toContain('It names ids');
});
