import { join } from 'node:path';
import { expect } from '@playwright/test';
import { smokePosts } from '../../../runner/selection/completeSelection.ts';
import { exchangesIn } from '../../../traffic/journal/journal.ts';
import type { TargetFile } from '../../../traffic/target/file/readTargetFile.ts';
import { pass } from '../../support/network/proxy.ts';
import { type Behaviour, serve } from '../../support/network/testServer.ts';
import { assayInto, verdictIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';
import { type Service, targetFileLike } from '../../support/product/startEmulator.ts';

const only = ['--only', 'PAY-08,SBX-03,SBX-04,SBX-05'];

/** The rate limit of the sandbox, with one second for a minute. */
const quota = { postPerMinute: 10, getPerMinute: 300, windowSeconds: 1 };

/** Answers 429 to the POSTs selected by number, counted from 1; passes on the rest. */
function throttling(upstream: string, isThrottled: (post: number) => boolean, headers = {}): Behaviour {
  const passing = pass(upstream);
  let posts = 0;
  return (asked, response) => {
    if (asked.request.method === 'POST') posts += 1;
    if (asked.request.method !== 'POST' || !isThrottled(posts)) return passing(asked, response);
    response.writeHead(429, { 'Content-Type': 'application/json', ...headers }).end('{"message":"Too many requests"}');
  };
}

interface Throttled {
  name: string;
  manner: Behaviour;
  changes: Partial<TargetFile>;
}

async function runOn({ folder, service }: { folder: string; service: Service }, given: Throttled) {
  const { name, manner, changes } = given;
  const front = await serve(manner);
  const target = targetFileLike(service.targetFile, name, { baseUrl: front.url, ...changes });
  const run = await assayInto(name, ['run', '--target', target, ...only], { folder });
  await front.close();
  const verdict = verdictIn(run.out);
  const judged = verdict.requirements.filter(({ outcome }) => outcome !== 'not selected');
  expect(run.code, run.stdout).toBe(verdict.exit);
  expect(judged).toHaveLength(4);
  return { ...run, verdict, judged, exchanges: [...exchangesIn(join(run.out, 'journal')).values()] };
}

test('a throttled request is repeated after the time that the target asks for', { tag: '@full' }, async ({
  folder,
  service,
}) => {
  const manner = throttling(service.url, (post) => post === 3, { 'Retry-After': '1' });
  const given = { name: 'third', manner, changes: { quota } };
  const { judged, exchanges, verdict } = await runOn({ folder, service }, given);
  expect(verdict.exit).toBe(0);
  expect(judged.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass', 'pass']);
  const [throttled, ...more] = exchanges.filter(({ answer }) => answer?.status === 429);
  const again = exchanges.filter(({ repeats }) => repeats !== undefined);
  expect(more).toEqual([]);
  expect(again.map(({ repeats }) => repeats)).toEqual([throttled?.id]);
  expect(again[0]?.request.body).toEqual(throttled?.request.body);
  const waitedNs = BigInt(again[0]?.sentNs ?? 0) - BigInt(throttled?.receivedNs ?? 0);
  expect(waitedNs).toBeGreaterThanOrEqual(1_000_000_000n);
});

test('a smoke run sends at most 20 POSTs, however many of them are throttled, and says what it could not ask', async ({
  folder,
  service,
}) => {
  const front = await serve(throttling(service.url, (post) => post % 3 !== 0, { 'Retry-After': '0' }));
  const target = targetFileLike(service.targetFile, 'smoke', { baseUrl: front.url });
  const { out, code } = await assayInto('smoke', ['run', '--target', target, '--profile', 'smoke'], { folder });
  await front.close();
  const sent = front.requests.filter((request) => request.startsWith('POST')).length;
  expect(sent).toBeLessThanOrEqual(smokePosts);
  const unasked = verdictIn(out).requirements.filter(({ outcome }) => outcome === 'unverified');
  expect(unasked.map(({ findings }) => findings[0]?.wanted)).toContain(
    'a further POST, but the 20 POSTs of this run are spent',
  );
  expect(code).toBe(4);
});

test('a target that grants no POST of its quota leaves the requirements unverified, attributed to it', {
  tag: '@full',
}, async ({ folder, service }) => {
  const given = { name: 'all', manner: throttling(service.url, () => true), changes: { quota } };
  const { judged, verdict, exchanges } = await runOn({ folder, service }, given);
  expect(verdict.exit).toBe(4);
  for (const { id, outcome, attribution, findings } of judged) {
    expect({ outcome, attribution }, id).toEqual({ outcome: 'unverified', attribution: 'target' });
    expect(findings[0]?.seen, id).toMatch(/^429 after \d+ requests in a window that allows 10$/);
  }
  // The run stops on its own: after three refusals in a row nothing is repeated.
  const posts = exchanges.filter(({ request }) => request.method === 'POST');
  expect(posts.length).toBeLessThanOrEqual(judged.length + 3);
  // The run does not wait for payments that were never created; PAY-08 tries two methods.
  const looks = exchanges.filter(({ purpose }) => purpose === 'look');
  expect(looks.length).toBeLessThanOrEqual(judged.length + 2);
});

test('without a declared quota, throttling is attributed to the quota, not to the target', { tag: '@full' }, async ({
  folder,
  service,
}) => {
  const manner = throttling(service.url, () => true, { 'Retry-After': '0' });
  const { judged, verdict } = await runOn({ folder, service }, { name: 'undeclared', manner, changes: {} });
  expect(verdict.exit).toBe(4);
  for (const { id, outcome, attribution, findings } of judged) {
    expect({ outcome, attribution }, id).toEqual({ outcome: 'error', attribution: 'quota' });
    expect(findings[0]?.seen, id).toContain('the target file declares no quota');
  }
});
