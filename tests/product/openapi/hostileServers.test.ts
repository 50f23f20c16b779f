import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { floods } from '../../support/network/hugeBody.ts';
import {
  answersBrokenUtf8,
  answersDeepJson,
  answersHtml,
  breaksHttp,
  denies,
  hangs,
  isBusy,
  redirectsTo,
  resets,
  throttles,
} from '../../support/network/serverBehaviours.ts';
import { type Behaviour, serve } from '../../support/network/testServer.ts';
import { assay } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';
import { contractIn } from '../../support/product/shopContract.ts';
import { filesBelow } from '../../support/product/temporaryFolder.ts';

/** Sends a few bytes of a body, and then nothing more. */
const drips: Behaviour = (_asked, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100000' });
  response.write('["');
};

/** Sends more headers than any reader accepts. */
const swells: Behaviour = (_asked, response) => {
  const headers = Array.from({ length: 400 }, (_, at) => [`X-${at}`, 'x'.repeat(1_000)]);
  response.writeHead(200, Object.fromEntries(headers)).end('[]');
};

/** Closes the connection in the middle of a body. */
const closes: Behaviour = ({ request }, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  response.write('[1,', () => request.socket.destroy());
};

/** Each behaviour, with the exit codes that a campaign may end with. */
const manners: Readonly<Record<string, readonly [Behaviour, readonly number[]]>> = {
  'never answers': [hangs, [3]],
  'resets every connection': [resets, [3]],
  'speaks no HTTP': [breaksHttp, [3]],
  'closes in the middle of a body': [closes, [1, 3]],
  'drips a body': [drips, [3]],
  'answers with huge headers': [swells, [1, 3]],
  'answers with HTML': [answersHtml, [1]],
  'answers with broken UTF-8': [answersBrokenUtf8, [1]],
  'answers with JSON nested without end': [answersDeepJson, [1]],
  'answers with a gigabyte': [floods, [1, 3]],
  'sends elsewhere': [redirectsTo('http://192.0.2.1'), [1]],
  'lets nobody in': [denies, [3]],
  'throttles everything': [throttles, [3]],
  'is out of service': [isBusy, [3]],
};

/** Two kinds of harm are tried by `npm test`: time and size. */
const sampled = ['drips a body', 'answers with a gigabyte'];

/** The most bytes that a short campaign may leave on the disk. */
const mostBytes = 16 * 1024 * 1024;

for (const [name, [manner, codes]] of Object.entries(manners))
  test(`a campaign on a server that ${name} ends on its own, and leaves little on the disk`, {
    tag: sampled.includes(name) ? [] : '@full',
  }, async ({ folder }) => {
    const served = await serve(manner);
    const out = join(folder, 'out');
    const limits = ['--posts', '12', '--gets', '12', '--seed', '1', '--minutes', '2'];
    const deadlines = ['--set', 'deadlines.answerMs=700', '--set', 'deadlines.recoverMs=900'];
    const words = ['fuzz', '--contract', contractIn(folder), '--target', served.url, '--out', out];
    const { code, stdout, stderr } = await assay([...words, ...limits, ...deadlines], { folder });
    await served.close();
    expect(codes, `${stderr}\n${stdout}`).toContain(code);
    expect(stdout + stderr).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
    expect(stderr).not.toContain('a fault of Assay itself');
    expect(JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8'))).toMatchObject({ version: 1 });
    const bytes = filesBelow(out).reduce((sum, file) => sum + readFileSync(file).length, 0);
    expect(bytes).toBeLessThan(mostBytes);
  });
