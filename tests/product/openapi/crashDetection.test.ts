import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { FindingStore } from '../../../fuzzer/engine/findings/findingStore.ts';
import type { ContractCampaign } from '../../../reports/campaign/contractCoverage.ts';
import { resets } from '../../support/network/serverBehaviours.ts';
import { type Behaviour, serve } from '../../support/network/testServer.ts';
import { assay } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';
import { contractIn } from '../../support/product/shopContract.ts';

/** A service that accepts everything and stops answering after the first text with special characters, until it is restarted. */
function fragile() {
  const state = { isGone: false, isMended: false };
  const manner: Behaviour = (asked, response) => {
    if (!state.isMended && asked.body.some((byte) => byte > 0x7f)) state.isGone = true;
    if (state.isGone) return resets(asked, response);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
  };
  return { state, manner };
}

test('a request after which the target stops is stored, and a replay shows whether it stops again', {
  tag: '@full',
}, async ({ folder }) => {
  const { state, manner } = fragile();
  const served = await serve(manner);
  const findings = join(folder, 'x.findings.ndjson');
  const quick = ['--set', 'deadlines.recoverMs=300'];
  const attack = async (seed: string) => {
    state.isGone = false;
    const out = join(folder, seed);
    const where = ['--contract', contractIn(folder), '--target', served.url, '--findings', findings, '--out', out];
    const { code, stderr } = await assay(['fuzz', ...where, '--seed', seed, '--posts', '120', ...quick], { folder });
    const report = JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')) as ContractCampaign;
    const crashes = report.findings.filter((one) => one.code === 'gone');
    return { code, stderr, ended: report.ended, gone: crashes };
  };
  const first = await attack('1');
  expect(first, first.stderr).toMatchObject({ code: 3, ended: 'halted', gone: [{ requirement: 'ANY-04' }] });
  const [{ fingerprint } = { fingerprint: '' }] = first.gone;
  const replay = async () => {
    const { code } = await assay(['replay', fingerprint, '--findings', findings, ...quick], { folder });
    return { code, state: new FindingStore(findings).find(fingerprint)?.standing.state };
  };
  expect(await replay(), 'nobody is there').toEqual({ code: 3, state: 'open' });
  state.isGone = false;
  expect(await replay(), 'it is gone again').toEqual({ code: 1, state: 'open' });
  expect(await attack('2'), 'what is known ends it').toMatchObject({
    code: 1,
    ended: 'halted',
    gone: [{ fingerprint }],
  });
  state.isGone = false;
  state.isMended = true;
  expect(await replay(), 'it is mended').toMatchObject({ code: 0 });
  await served.close();
});
