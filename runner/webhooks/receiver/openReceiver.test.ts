import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { registrable } from '../../../schemas/domain/webhookKinds.ts';
import {
  answerText,
  type ReceivedRequest,
  type Script,
  test as served,
} from '../../../tests/support/network/scriptedServer.ts';
import { runLine } from '../../../tests/support/records/records.ts';
import { readJournal } from '../../../traffic/journal/journal.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import type { Run } from '../../../traffic/journal/run.ts';
import type { Tier } from '../../../traffic/requirements/selection.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { exchange, openWire } from '../../../traffic/transport/wire.ts';
import { openReceiver } from './openReceiver.ts';

const main = { label: 'main', tokenId: 'TKN-main-1', secret: 'top-secret-1' };

const runIn = (out: string, tier: Tier = 'active'): Run => ({
  id: 'told',
  seed: 1,
  idKey: 'a key',
  out,
  target: undefined,
  selection: { ...runLine.selection, tier },
  limiterAddress: undefined,
  journalPrefix: 'p',
  journal: join(out, 'journal'),
  silent: false,
  offline: false,
});

function targetAt(url: string, more: Partial<Target> = {}): Target {
  const facts = { ...runLine.target, baseUrl: url };
  const nothing = {
    samples: {},
    secrets: [],
    paths: {},
    baselineFile: '',
    previousPaymentsFile: '',
    experimentsFile: '',
  };
  const { kind, quota } = facts;
  const deadlines = { ...facts.deadlines, answerMs: 30_000, recoverMs: 0 };
  return {
    facts,
    kind,
    quota,
    deadlines,
    baseUrl: url,
    credentials: [main],
    projects: [{ id: 'CAP-1' }],
    ...nothing,
    ...more,
  };
}

const controlApi = (url: string) => ({ url: `${url}/~control`, token: 'of-the-door' });
const paths = {
  webhooks: { payment: '/v1/hooks/payment', checkout: '/v1/{projectId}/hooks/checkout' },
};

const agreeing: Script = (socket) => socket.write(answerText(200, '{}', ['Content-Type: application/json']));
const bodies = (arrived: readonly ReceivedRequest[]) =>
  arrived.map(({ body }) => JSON.parse(body) as Record<string, string>);
const linesIn = (run: Run) => readJournal(run.journal);
const registrationsIn = (run: Run) => linesIn(run).filter((line) => line.kind === 'registration');

/** Sends one webhook as a target does, signed with a secret. */
async function deliver(url: string, body: string, secret: string): Promise<void> {
  const wire = openWire();
  const digest = createHmac('sha1', secret).update(body).digest('hex');
  const headers: [string, string][] = [['X-Payload-Digest', digest]];
  await exchange(wire, { url, method: 'POST', headers, body, deadlineMs: 10_000 });
  await wire.destroy();
}

served(
  'registers every kind at the control door, takes the secret of one away, and takes all away in the end',
  async ({ serve }) => {
    const peer = await serve(agreeing);
    const run = runIn(test.info().outputPath('run'));
    const handle = await openReceiver({ run, target: targetAt(peer.url, { control: controlApi(peer.url) }) });
    await handle?.register();
    const registered = bodies(peer.arrived);
    expect(registered.map(({ kind }) => kind)).toEqual(
      registrable.flatMap((kind) => (kind === 'request' ? [kind, kind] : [kind])),
    );
    expect(registered.flatMap(({ kind, secret }) => (secret === undefined ? [kind] : []))).toEqual(['request']);
    expect(await handle?.receiver.status()).toMatchObject({ kinds: registrable, underway: 0 });
    const [{ url = '', secret = '' } = {}] = registered;
    await deliver(url, '{"id":"PMT-1"}', secret);
    expect(await handle?.receiver.next({ text: 'PMT-1', from: 0, forMs: 5_000 })).toMatchObject({
      line: { webhook: 'payment', digest: { present: true, secret: 1 } },
    });
    await handle?.close();
    expect(
      bodies(peer.arrived)
        .slice(registered.length)
        .map(({ url: registeredUrl }) => registeredUrl),
    ).toEqual(registrable.map(() => null));
    expect(registrationsIn(run).map(({ removed }) => removed === true)).toEqual([
      ...registered.map(() => false),
      ...registrable.map(() => true),
    ]);
    const text = JSON.stringify(linesIn(run));
    for (const word of [secret, new URL(url).pathname.split('/')[1] ?? '', 'of-the-door'])
      expect(text).not.toContain(word);
  },
);

served('registers by the API where there is no door, for each project, and writes no secret', async ({ serve }) => {
  const peer = await serve(agreeing);
  const run = runIn(test.info().outputPath('run'));
  const handle = await openReceiver({ run, target: targetAt(peer.url, { paths }) });
  await handle?.register();
  expect(peer.arrived.map(({ path }) => path)).toEqual(['/v1/hooks/payment', '/v1/CAP-1/hooks/checkout']);
  const lines: Line[] = linesIn(run);
  for (const { secret = '' } of bodies(peer.arrived)) expect(JSON.stringify(lines)).not.toContain(secret);
  expect(registrationsIn(run)).toMatchObject([
    { webhook: 'payment', by: 'api', secret: 1, ok: true },
    { webhook: 'checkout', by: 'api', secret: 1, ok: true },
  ]);
  expect(await handle?.receiver.renew({ kind: 'payment', requirement: 'WHK-02' })).toBe(true);
  expect(await handle?.receiver.renew({ kind: 'payment', requirement: 'WHK-02' })).toBe(true);
  // It has no fourth secret, and the API may keep the third one if it gets none.
  expect(await handle?.receiver.renew({ kind: 'payment', requirement: 'WHK-02' })).toBe(false);
  const secrets = bodies(peer.arrived).map(({ secret }) => secret);
  expect(new Set(secrets.filter((secret) => secret !== undefined)).size).toBe(4);
  await handle?.close();
  expect(peer.arrived).toHaveLength(4);
});

served('a secret whose shape is refused is followed by a plain one', async ({ serve }) => {
  const peer = await serve((socket, { body }) => {
    const { secret = '' } = JSON.parse(body || '{}') as { secret?: string };
    socket.write(answerText(/^[0-9a-f]{64}$/.test(secret) ? 200 : 400, '{}'));
  });
  const run = runIn(test.info().outputPath('run'));
  const handle = await openReceiver({ run, target: targetAt(peer.url, { paths }) });
  await handle?.register();
  expect(await handle?.receiver.renew({ kind: 'payment', requirement: 'WHK-02' })).toBe(true);
  expect(registrationsIn(run).slice(2)).toMatchObject([
    { webhook: 'payment', secret: 2, ok: false },
    { webhook: 'payment', secret: 3, ok: true },
  ]);
  await handle?.close();
});

served('only a kind that the door has registered loses its secret', async ({ serve }) => {
  const peer = await serve((socket, { path, body }) => {
    const isRefused = path.startsWith('/~') && !body.includes('"staticAddressPayment"');
    socket.write(answerText(isRefused ? 404 : 200, '{}'));
  });
  const run = runIn(test.info().outputPath('run'));
  const handle = await openReceiver({ run, target: targetAt(peer.url, { control: controlApi(peer.url), paths }) });
  await handle?.register();
  expect(await handle?.receiver.status()).toMatchObject({
    renewable: ['payment', 'checkout', 'staticAddressPayment'],
    droppable: ['staticAddressPayment'],
  });
  const registered = peer.arrived.length;
  const drop = (kind: 'payment' | 'staticAddressPayment') =>
    handle?.receiver.renew({ kind, requirement: 'WHK-02', isBare: true });
  expect(await drop('payment')).toBe(false);
  expect(peer.arrived).toHaveLength(registered);
  expect(await drop('staticAddressPayment')).toBe(true);
  expect(peer.arrived.slice(registered).map(({ path }) => path)).toEqual(['/~control/webhooks']);
  await handle?.close();
});

served('a door that takes a secret but no bare address is not gone around by the API', async ({ serve }) => {
  const peer = await serve((socket, { path, body }) => {
    const isRefused = path.startsWith('/~') && !body.includes('"secret"');
    socket.write(answerText(isRefused ? 400 : 200, '{}'));
  });
  const run = runIn(test.info().outputPath('run'));
  const webhooks = { ...paths.webhooks, request: '/v1/hooks/request' };
  const target = targetAt(peer.url, { control: controlApi(peer.url), paths: { webhooks } });
  const handle = await openReceiver({ run, target });
  await handle?.register();
  expect(peer.arrived.filter(({ path }) => path === '/v1/hooks/request')).toEqual([]);
  expect((await handle?.receiver.status())?.kinds).toContain('request');
  await handle?.close();
});

served('a door that knows no webhooks leaves it to the API, and one that refuses leaves nothing', async ({ serve }) => {
  const peer = await serve((socket, { path }) => socket.write(answerText(path.startsWith('/~') ? 404 : 200, '{}')));
  const run = runIn(test.info().outputPath('run'));
  const handle = await openReceiver({ run, target: targetAt(peer.url, { control: controlApi(peer.url), paths }) });
  await handle?.register();
  expect((await handle?.receiver.status())?.kinds).toEqual(['payment', 'checkout']);
  expect(registrationsIn(run).filter(({ ok }) => ok)).toMatchObject([{ by: 'api' }, { by: 'api' }]);
  await handle?.close();
});

served('a run that only reads registers nothing, and hears what the operator has configured', async ({ serve }) => {
  const peer = await serve(agreeing);
  const publicUrl = `${peer.url}/0123456789abcdef`;
  const webhook: Target['webhook'] = {
    publicUrl,
    secret: 'of-the-operator',
    kinds: ['payment', 'massPayoutBatch'],
    unsigned: ['massPayoutBatch'],
    listen: { host: '127.0.0.1', port: 0 },
  };
  const run = runIn(test.info().outputPath('run'), 'passive');
  const handle = await openReceiver({
    run,
    target: targetAt(peer.url, { control: controlApi(peer.url), paths, webhook }),
  });
  await handle?.register();
  expect(peer.arrived).toHaveLength(0);
  expect(registrationsIn(run)).toMatchObject([
    { webhook: 'payment', by: 'operator', secret: 1 },
    { webhook: 'massPayoutBatch', by: 'operator' },
  ]);
  expect(await handle?.receiver.status()).toMatchObject({ kinds: ['payment', 'massPayoutBatch'], renewable: [] });
  await handle?.close();
});

const second = { label: 'other shop', tokenId: 'TKN-second-1', secret: 'top-secret-2', purpose: 'second' as const };

served('an address of somebody else is noticed beside that of our second account', async ({ serve }) => {
  let urls: string[] = [];
  const peer = await serve((socket, { method }) => {
    const registered = urls.map((url) => ({ kind: 'payment', url }));
    socket.write(answerText(200, JSON.stringify(method === 'GET' ? { registered } : {})));
  });
  const run = runIn(test.info().outputPath('run'));
  const target = targetAt(peer.url, { control: controlApi(peer.url), credentials: [main, second] });
  const handle = await openReceiver({ run, target });
  await handle?.register();
  const [ours = '', theirs = ''] = ['/~control/webhooks', '/~control/accounts/TKN-second-1/webhooks'].map(
    (door) => bodies(peer.arrived.filter(({ path }) => path === door)).find(({ kind }) => kind === 'payment')?.['url'],
  );
  const replaced = async (...listed: string[]) => {
    urls = listed;
    const before = registrationsIn(run).length;
    await handle?.receiver.check();
    return registrationsIn(run).length - before;
  };
  expect(await replaced()).toBe(0);
  expect(await replaced(theirs)).toBe(0);
  expect(await replaced('https://a.example.com', ours, theirs)).toBe(0);
  expect(await replaced('https://a.example.com', theirs)).toBe(1);
  await handle?.close();
});

served(
  'a registration of the second account is removed even if its answer was lost, but not if it was refused',
  async ({ serve }) => {
    for (const [answer, removed] of [
      ['', ['payment']],
      [answerText(503), ['payment']],
      [answerText(404), []],
    ] as const) {
      const peer = await serve((socket, { path, body }) => {
        const isAsked = path.includes('/accounts/') && !body.includes('null');
        if (isAsked && answer === '') socket.destroy();
        else socket.write(isAsked ? answer : answerText(200, '{}'));
      });
      const run = runIn(test.info().outputPath(`run ${removed.length} ${answer.length}`));
      const target = targetAt(peer.url, { control: controlApi(peer.url), credentials: [main, second] });
      const handle = await openReceiver({ run, target });
      await handle?.register();
      await handle?.close();
      const asked = bodies(peer.arrived.filter(({ path }) => path.includes('/accounts/')));
      expect(asked.filter(({ url }) => url === null).map(({ kind }) => kind)).toEqual(removed);
    }
  },
);

test('a run without webhook requirements, or with an unreachable receiver, opens none', async () => {
  const run = runIn(test.info().outputPath('run'));
  const far = targetAt('https://sandbox.example.com', { paths });
  expect(await openReceiver({ run, target: far })).toBeUndefined();
  expect(await openReceiver({ run, target: targetAt('http://127.0.0.1:1') })).toBeUndefined();
  const near = targetAt('http://127.0.0.1:1', { paths });
  const asked = { ...run, selection: { ...run.selection, only: ['PAY-01'] } };
  expect(await openReceiver({ run: asked, target: near })).toBeUndefined();
  expect(await openReceiver({ run: { ...run, isDiscreet: true }, target: near })).toBeUndefined();
});
