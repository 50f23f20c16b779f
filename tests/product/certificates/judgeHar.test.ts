import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { assay, assayInto, linesIn, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { test as base, once } from '../../support/product/productTest.ts';
import { harEntries, harText, planted } from '../../support/records/harOf.ts';

base.describe.configure({ mode: 'default' });

const address = 'https://pay.example.org/gate';
const payin = '/v1/user/payments/payin';

type Entry = ReturnType<typeof harEntries>[number];

const test = base.extend<object, { recorded: () => Promise<Entry[]> }>({
  // The traffic of a short run, as a recorder at the side of its client would have written it.
  recorded: [
    async ({ sharedFolder: folder, service }, use) => {
      const record = async () => {
        const words = ['run', '--target', service.targetFile, '--only', 'PIN-01,SRC-08,PAY-12,XCH-01,ART-01'];
        const { out } = await assayInto('recorded', [...words, '--report', 'junit'], { folder });
        return harEntries(linesIn(out), address);
      };
      await use(once(record));
    },
    { scope: 'worker' },
  ],
});

/** Judges entries of a HAR file, with further words. */
function judgeHar(folder: string, entries: readonly unknown[], words: readonly string[] = []) {
  writeFileSync(join(folder, 'traffic.har'), harText(entries));
  return assayInto('judged', ['judge', '--har', 'traffic.har', ...words], { folder });
}

const textsBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

const summaryIn = (out: string) => JSON.parse(readFileSync(join(out, 'recording.json'), 'utf8'));

test('recorded traffic is judged by the trace checks that it feeds, and the others are named with the reason', async ({
  recorded,
  folder,
}) => {
  const entries = await recorded();
  const elsewhere = { ...entries[0], request: { method: 'GET', url: 'https://fonts.example.net/a.woff', headers: [] } };
  const { code, stdout, stderr, out } = await judgeHar(folder, [...entries, elsewhere, { odd: true }]);
  expect(code, stdout + stderr).toBe(0);
  const { base: at, exchanges, elsewhere: others, unread, judged, unjudged, needRequestsOfTheirOwn } = summaryIn(out);
  expect({ at, exchanges, others, unread }).toEqual({ at: address, exchanges: entries.length, others: 1, unread: 1 });
  expect(judged).toEqual(expect.arrayContaining(['MTD-01', 'PAY-01', 'PAY-11', 'PAY-16a']));
  expect(needRequestsOfTheirOwn).toContain('PIN-02');
  expect(unjudged.find(({ id }: { id: string }) => id.startsWith('WHK-'))?.why).toContain('no webhooks');
  for (const { id, why } of unjudged) expect(stderr).toContain(`  ${id}: ${why}`);
  const { requirements } = verdictIn(out);
  expect(requirements.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(requirements.find(({ id }) => id === 'MTD-01')?.outcome).toBe('pass');
});

test('nothing that is written or printed holds a secret, a card or a name of the recording', async ({
  recorded,
  folder,
}) => {
  const [first] = await recorded();
  const body = { firstName: 'Wilhelmine', lastName: 'Kaltofen', cardNumber: '4111111111111111', amount: 5 };
  const text = JSON.stringify({ ...body, comment: `with ${planted.secret}` });
  const request = { ...first?.request, method: 'POST', url: `${address}${payin}`, postData: { text } };
  const answered = { status: 400, headers: [], content: { size: 9, text } };
  const { out, stdout, stderr } = await judgeHar(folder, [
    ...(await recorded()),
    { ...first, request, response: answered },
  ]);
  const secrets = [...Object.values(planted), 'Wilhelmine', 'Kaltofen', '4111111111111111'];
  const all = [stdout, stderr, ...textsBelow(out)];
  expect(secrets.filter((secret) => all.some((one) => one.includes(secret)))).toEqual([]);
});

test('a broken answer is a failure with exit code 1, and a known failure is not', async ({ recorded, folder }) => {
  const entries = structuredClone(await recorded());
  for (const { request, response } of entries)
    if (request.url.endsWith('/v1/user/methods'))
      response.content.text = response.content.text?.replace(/"percent":[\d.]+/, '"percent":"1"');
  const { code, out, stdout } = await judgeHar(folder, entries);
  expect(code, stdout).toBe(1);
  expect(requirementIn(out, 'MTD-01').outcome).toBe('fail');
});

test('a value that an unrecorded list may name is no failure, and the check says what it needs', async ({
  recorded,
  folder,
}) => {
  const lists = /\/(?:methods|deposit-options)$/;
  const text = JSON.stringify((await recorded()).filter(({ request }) => !lists.test(request.url)));
  // Which blockchain the orders of the recording name is drawn.
  const [, named = 'none'] = /blockchain[\\":]+([A-Z]+)/.exec(text) ?? [];
  const without = JSON.parse(text.replaceAll(named, 'BSC')) as Entry[];
  expect(JSON.stringify(without)).toContain('BSC');
  const { code, out, stdout, stderr } = await judgeHar(folder, without);
  expect(code, stdout).toBe(0);
  const { judged } = summaryIn(out);
  expect(judged).toContain('PAY-01');
  expect(judged).not.toContain('PAY-04');
  expect(stderr).toContain(
    'PAY-04: it needs a payment of this run, beside the methods list and deposit options, which name further values',
  );
});

test('the base address can be named, and a file without requests of the interface is wrong usage', {
  tag: '@full',
}, async ({ recorded, folder }) => {
  const other = await judgeHar(folder, await recorded(), ['--base', 'https://pay.example.org']);
  expect(other.code).not.toBe(1);
  expect(other.stdout).not.toMatch(/[1-9]\d* fail/);
  const none = await assay(['judge', '--har', 'traffic.har', '--base', 'https://nobody.example'], { folder });
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('expected requests of the interface, got none');
  writeFileSync(join(folder, 'traffic.har'), 'hello');
  const text = await assay(['judge', '--har', 'traffic.har'], { folder });
  expect(text.code).toBe(2);
  expect(text.stderr).toContain('expected JSON with log.entries, got none');
  expect(text.stderr).not.toMatch(/^\s+at /m);
});

/** A client that lists, creates and reads. */
const client = `
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
const { ASSAY_BASE_URL: base, ASSAY_TOKEN_ID: id, ASSAY_TOKEN_SECRET: secret } = process.env;
async function send(method, path, body = '') {
  const salt = randomBytes(32).toString('hex');
  const signature = createHmac('sha256', secret).update(body + salt).digest('hex');
  const headers = { 'X-Token-API-Id': id, 'X-HMAC-SHA256-Signature': signature, 'X-Salt': salt };
  return (await fetch(base + path, { method, headers, ...(body && { body }) })).json();
}
await send('GET', '/v1/user/methods');
const order = { amount: 20, currency: 'USDT', method: 'CRYPTOCOIN', blockchain: 'TRON', clientOrderId: randomUUID() };
const { id: payment } = await send('POST', '/v1/user/payments/payin', JSON.stringify(order));
await send('GET', '/v1/user/payments/' + payment);
await send('GET', '/v2/user/payments/search?clientOrderId=' + order.clientOrderId);
`;

test('what the recorder of the gate wrote is judged too', { tag: '@full' }, async ({ folder, service }) => {
  writeFileSync(join(folder, 'client.mjs'), client);
  const out = join(folder, 'gate');
  const words = ['client', '--record', '--target', service.targetFile, '--only', 'CLI-01', '--out', out];
  const gate = await assay([...words, '--', 'node', 'client.mjs'], { folder });
  expect(gate.code, gate.stdout + gate.stderr).not.toBe(2);
  const judged = await assayInto('judged', ['judge', '--har', out], { folder });
  expect(judged.code, judged.stdout + judged.stderr).toBe(0);
  expect(summaryIn(judged.out)).toMatchObject({ exchanges: 4, elsewhere: 0, unread: 0 });
  expect(summaryIn(judged.out).judged).toEqual(expect.arrayContaining(['MTD-01', 'PAY-01', 'PAY-11', 'PAY-16a']));
});
