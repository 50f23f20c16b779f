import { join } from 'node:path';
import { expect } from '@playwright/test';
import { entryCommand, packageRoot } from '../../../schemas/packageRoot.ts';
import type { Deadlines } from '../../../traffic/target/file/readTargetFile.ts';
import { floods } from '../../support/network/hugeBody.ts';
import { pass } from '../../support/network/proxy.ts';
import {
  answersBrokenUtf8,
  answersDeepJson,
  breaksHttp,
  gatewayFails,
  hangs,
  redirectsTo,
  resets,
} from '../../support/network/serverBehaviours.ts';
import { type Behaviour, serve } from '../../support/network/testServer.ts';
import { assayInto, linesIn, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';
import { type Service, targetFileLike } from '../../support/product/startEmulator.ts';
import type { MemorySample } from '../../support/programs/memorySample.ts';

/** Long enough for an emulator on a busy machine, short enough to wait for a path that hangs. */
const deadlines: Partial<Deadlines> = { answerMs: 2_000, visibleMs: 2_000, finalMs: 2_000, pendingWindowMs: 300 };

/** Serves paths that begin with these texts in their own way, and passes on the rest. */
function detour(service: Service, manners: Readonly<Record<string, Behaviour>>): Behaviour {
  const passing = pass(service.url);
  return (asked, response) => {
    const found = Object.entries(manners).find(([path]) => asked.path.startsWith(path));
    (found?.[1] ?? passing)(asked, response);
  };
}

interface Detoured {
  name: string;
  only: string;
  manners: Readonly<Record<string, Behaviour>>;
  profile?: string;
}

async function runOn(
  { folder, service }: { folder: string; service: Service },
  { name, only, manners, profile = 'nightly' }: Detoured,
) {
  const served = await serve(detour(service, manners));
  const target = targetFileLike(service.targetFile, name, { baseUrl: served.url, deadlines });
  const run = await assayInto(name, ['run', '--target', target, '--only', only, '--profile', profile], { folder });
  await served.close();
  const verdict = verdictIn(run.out);
  expect(run.code).toBe(verdict.exit);
  expect(run.stdout).not.toContain('error (suite)');
  return { ...run, verdict };
}

test('one path that hangs, resets or breaks HTTP in both of two tries is a fault of the target', {
  tag: '@full',
}, async ({ folder, service }) => {
  const manners = {
    '/v1/user/payments/%25': hangs,
    '/v1/user/payments/PMT-%00': breaksHttp,
    '/v1/user/payments/xxx': resets,
  };
  const { out, verdict } = await runOn({ folder, service }, { name: 'crashes', only: 'ERR-02a', manners });
  expect(verdict.exit).toBe(1);
  const crash = requirementIn(out, 'ERR-02a');
  expect(crash).toMatchObject({ outcome: 'fail', attribution: 'target' });
  const wanted = crash.findings.map((finding) => finding.wanted);
  for (const path of Object.keys(manners)) expect(wanted.join('\n')).toContain(`GET ${path}`);
  expect(crash.findings).toHaveLength(3);
  const kinds = new Map(linesIn(out).flatMap((line) => (line.kind === 'exchange' ? [[line.id, line] as const] : [])));
  for (const { code, exchanges } of crash.findings) {
    expect(code).toBe('crashed');
    const [first, control, again] = exchanges.map((id) => kinds.get(id));
    expect(first?.failure).toBeDefined();
    expect(control?.answer?.status).toBe(200);
    expect(again).toMatchObject({ purpose: 'confirm', repeats: first?.id });
    expect(again?.failure).toBeDefined();
  }
});

test('if an order gets a 502 and had no effect, its accepted repetition is judged instead', { tag: '@full' }, async ({
  folder,
  service,
}) => {
  const passing = pass(service.url);
  let asked = 0;
  const manners: Record<string, Behaviour> = {
    '/v1/user/exchange': (one, response) => {
      const isOrder = one.request.method === 'POST';
      if (isOrder) asked += 1;
      (isOrder && asked === 2 ? gatewayFails : passing)(one, response);
    },
  };
  const { out } = await runOn({ folder, service }, { name: 'once', only: 'XCH-04a', manners, profile: 'full' });
  expect(requirementIn(out, 'XCH-04a')).toMatchObject({ outcome: 'pass' });
  const orders = linesIn(out).flatMap((line) =>
    line.kind === 'exchange' && line.operation === 'POST /v1/user/exchange' ? [line] : [],
  );
  const [failed] = orders.filter(({ answer }) => answer?.status === 502);
  const [again] = orders.filter(({ repeats }) => repeats === failed?.id);
  expect(again?.request.clientOrderId).toBe(failed?.request.clientOrderId);
  const claimed = linesIn(out).filter(({ kind }) => kind === 'claim');
  expect(JSON.stringify(claimed)).toContain(`"${again?.id}"`);
  expect(JSON.stringify(claimed)).not.toContain(`"${failed?.id}"`);
});

test('unreadable answers are faults of the target, and a redirect to another host is not followed', {
  tag: '@full',
}, async ({ folder, service }) => {
  const elsewhere = await serve(hangs);
  const unreadable = { '/v1/user/exchange/limits': answersBrokenUtf8 };
  // The interface does not limit the depth of JSON, so the limit is our own.
  const ours = { '/v1/user/exchange/rates': answersDeepJson };
  const manners = { ...unreadable, ...ours, '/v1/user/wallet/balances': redirectsTo(elsewhere.url) };
  const { out, verdict } = await runOn({ folder, service }, { name: 'unreadable', only: 'GEN-01a', manners });
  expect(verdict.exit).toBe(1);
  const json = requirementIn(out, 'GEN-01a');
  expect(json).toMatchObject({ outcome: 'fail', attribution: 'target' });
  const requests = new Set(json.findings.map(({ wanted }) => wanted.replace('JSON in UTF-8 from GET ', '')));
  expect(requests).toEqual(new Set(Object.keys(unreadable)));
  const redirects = linesIn(out).flatMap((line) =>
    line.kind === 'exchange' && line.answer?.status === 302 ? [line] : [],
  );
  const schemes = new Set(redirects.map(({ request }) => request.signature.scheme));
  expect(schemes).toEqual(new Set(['simple', 'signed', 'none']));
  expect({ requests: elsewhere.requests, connections: elsewhere.connections }).toEqual({
    requests: [],
    connections: 0,
  });
  await elsewhere.close();
  const accepted = requirementIn(out, 'AUT-01');
  expect(accepted).toMatchObject({ outcome: 'fail', attribution: 'target' });
  expect(accepted.findings.map(({ wanted }) => wanted)).toEqual([
    'GET /v1/user/wallet/balances by the simple scheme accepted',
  ]);
});

test('a gigabyte of payments is cut off, and decides nothing', { tag: '@full' }, async ({ folder, service }) => {
  const manners = { '/v1/user/payments': floodsTheList(service) };
  const { out, verdict } = await runOn({ folder, service }, { name: 'flood', only: 'GEN-01a', manners });
  // The flood is sent for any secret; nothing else may count against the target.
  const failing = verdict.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  expect(failing.filter((id) => id !== 'AUT-05')).toEqual([]);
  expect(requirementIn(out, 'GEN-01a')).toMatchObject({ outcome: 'inconclusive', attribution: 'suite' });
  const bodies = linesIn(out).flatMap((line) => (line.kind === 'exchange' && line.answer ? [line.answer.body] : []));
  expect(bodies.filter(({ cut }) => cut).length).toBeGreaterThan(0);
  for (const { text = '', base64 = '' } of bodies)
    expect(text.length + base64.length).toBeLessThanOrEqual(2 * 1024 * 1024);
});

/** Floods a request for the payment list that carries a token; paths below the list are passed on. */
function floodsTheList(service: Service): Behaviour {
  const passing = pass(service.url);
  return (asked, response) => {
    const isSigned = asked.request.headers['x-hmac-sha256-signature'] ?? asked.request.headers['x-token-api-secret'];
    (asked.path === '/v1/user/payments' && isSigned ? floods : passing)(asked, response);
  };
}

test('a gigabyte of payments costs a worker less than 50 MB of memory', { tag: '@full' }, async ({
  folder,
  service,
}) => {
  const served = await serve(floodsTheList(service));
  const target = targetFileLike(service.targetFile, 'sip', { baseUrl: served.url });
  const env = { ASSAY_TARGET: target, ASSAY_OUT: join(folder, 'sip') };
  const words = ['node', ...entryCommand('tests/support/programs/memorySample.ts')];
  const { stdout } = await ended(start(words, { folder: packageRoot, env }));
  await served.close();
  const sip = JSON.parse(stdout) as MemorySample;
  test.info().annotations.push({ type: 'grown', description: `${Math.round(sip.grownBytes / 1024 / 1024)} MB` });
  expect(sip.cut).toBe(true);
  expect(sip.keptBytes).toBeLessThanOrEqual(2 * 1024 * 1024);
  expect(sip.grownBytes).toBeLessThanOrEqual(50 * 1024 * 1024);
});
