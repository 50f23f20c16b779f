import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { CaseStep, FuzzCase } from '../../../fuzzer/engine/cases/fuzzCase.ts';
import { barePayin } from '../../../generators/payloads/payment.ts';
import { writeExports } from '../../../reports/finding/exports.ts';
import { signingCode, signingExpression } from '../../../reports/finding/signingCode.ts';
import { keyedDigests } from '../../../schemas/domain/signingSchemes.ts';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { faultyHeaders, signingFaultsFor } from '../../../traffic/signing/signingFaults.ts';
import type { SigningInput } from '../../../traffic/signing/signingSchemes.ts';
import { sampleCase, sampleFinding } from '../../support/findings/sampleFindings.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';
import { startEmulator } from '../../support/product/startEmulator.ts';

const payin = (changes: object): CaseStep => {
  const valid = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC', clientOrderId: '{{key}}' });
  const path = '/v1/user/payments/payin';
  const text = JSON.stringify({ ...valid, ...changes });
  return { method: 'POST', path, headers: [], body: { type: 'application/json', text }, signing: 'signed' };
};

const get = (path: string, changes: Partial<CaseStep> = {}): CaseStep => ({
  method: 'GET',
  path,
  headers: [],
  signing: 'signed',
  ...changes,
});

const methods = '/v1/user/methods';

interface Shown {
  mutant: string;
  outcome: 'accepted' | 'refused' | 'crashed';
  steps: readonly CaseStep[];
  claims?: FuzzCase['claims'];
  isSound?: true;
}

/** Wrong answers of the emulator as a mutant, each with a case that shows it. */
const shown: readonly Shown[] = [
  { mutant: 'unknown-method-by-card', outcome: 'accepted', steps: [payin({ method: 'BARTER' })] },
  { mutant: 'word-for-amount-taken', outcome: 'accepted', steps: [payin({ amount: 'ten "{{key}}\' $(exit 7)' })] },
  {
    mutant: 'malformed-json-crashes',
    outcome: 'crashed',
    steps: [{ ...payin({}), body: { type: 'application/json', text: '{"a":' } }],
  },
  {
    mutant: 'half-of-simple',
    outcome: 'accepted',
    steps: [get(methods, { signing: 'simple', fault: 'secretMissing' })],
  },
  { mutant: 'salt-left-out', outcome: 'accepted', steps: [{ ...payin({}), fault: 'saltNotSigned' }] },
  {
    mutant: 'secret-as-pattern',
    outcome: 'accepted',
    steps: [get(methods, { signing: 'simple', fault: 'secretCut' })],
  },
  { mutant: 'empty-signature-passes', outcome: 'accepted', steps: [get(methods, { fault: 'signatureEmpty' })] },
  { mutant: 'simple-only-reads', outcome: 'refused', steps: [{ ...payin({}), signing: 'simple' }], isSound: true },
  {
    mutant: 'reads-of-payments-open',
    outcome: 'accepted',
    steps: [payin({}), get('/v1/user/payments/{{1/id}}'), get('/v1/user/payments/{{1/id}}', { signing: 'none' })],
    claims: [{ requirement: 'PAY-05', oracle: 'refused', args: { exchange: '#3', control: '#2', defect: 'unsigned' } }],
  },
  {
    mutant: 'query-signed',
    outcome: 'refused',
    steps: [
      get(methods),
      get('/v2/user/payments/search?clientOrderId={{key}}', { race: 1 }),
      get(methods, { race: 1 }),
    ],
    claims: [{ requirement: 'PAY-05', oracle: 'accepted', args: { exchange: '#2', what: 'a search' } }],
  },
];

const env = {
  ASSAY_TOKEN_ID: 'TKN-503be28d-44bc-4e7e-b5ff-313a8f5410da',
  ASSAY_TOKEN_SECRET: 'f00dfeedf00dfeedf00dfeedf00dfeed',
};

/** Returns the label of a case: the fault of its signature, if it is wrongly signed. */
function labelOf({ steps, isSound }: Shown): FuzzCase['label'] {
  if (isSound) return { is: 'valid', because: 'it is as it should be' };
  const isOfWho = steps.some(({ fault }) => fault !== undefined);
  const broken = { schema: '', keyword: 'authentication', place: 'header', words: 'wrongly signed' };
  return isOfWho ? { is: 'invalid', broken } : sampleCase.label;
}

/** Exports every finding twice, for the mutant that shows it and for the conforming emulator, and returns the scripts. */
function exported(folder: string, url: string): { script: string; isMutant: boolean; mutant: string }[] {
  return shown.flatMap((one, index) =>
    [true, false].map((isMutant) => {
      const { mutant, outcome, steps, claims: assertions } = one;
      const fingerprint = `${index}`.padStart(8, '0');
      const found = sampleFinding({
        fingerprint,
        outcome,
        exchanges: [],
        case: { steps, label: labelOf(one), ...(assertions && { claims: assertions }) },
      });
      const place = {
        folder: join(folder, isMutant ? 'mutant' : 'sound'),
        baseUrl: isMutant ? `${url}/~${mutant}` : url,
      };
      return { script: writeExports(found, place)[0] ?? '', isMutant, mutant };
    }),
  );
}

interface Reported {
  suites: readonly { file: string; specs: readonly { ok: boolean }[] }[];
}

test('script and test show a finding on the target that has it, and not on a conforming one', {
  tag: '@full',
}, async ({ folder }) => {
  const service = await startEmulator({
    folder,
    options: ['--fleet'],
    env: { ASSAY_EMULATOR_TOKEN_ID: env.ASSAY_TOKEN_ID, ASSAY_EMULATOR_TOKEN_SECRET: env.ASSAY_TOKEN_SECRET },
  });
  const scripts = exported(folder, service.url);
  for (const { script, isMutant, mutant } of scripts) {
    const { code, stdout, stderr } = await ended(start(['sh', script], { folder, env }));
    expect({ mutant, isMutant, code }, `${stdout}\n${stderr}`).toEqual({ mutant, isMutant, code: isMutant ? 1 : 0 });
    expect(stdout).toContain(isMutant ? 'Not as expected' : 'As expected');
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  const words = ['node', join('node_modules', 'playwright', 'cli.js'), 'test', '--reporter=json', '--workers=1'];
  const { stdout } = await ended(start(words, { folder, env }));
  await service.stop();
  const { suites } = JSON.parse(stdout) as Reported;
  const results = suites.flatMap(({ file, specs }) => specs.map(({ ok }) => [file, ok] as const));
  const wanted = scripts.map(
    ({ script, isMutant }) => [script.slice(folder.length + 1).replace(/sh$/, 'spec.ts'), !isMutant] as const,
  );
  expect(Object.fromEntries(results)).toEqual(Object.fromEntries(wanted));
  expect(readFileSync(join(folder, 'sound', '00000000.sh'), 'utf8')).not.toContain(env.ASSAY_TOKEN_SECRET);
});

const input: SigningInput = {
  by: keyedDigests.signed,
  credential: { label: 'main', tokenId: env.ASSAY_TOKEN_ID, secret: '4f1C00ab4f1C00ab4f1C00ab4f1C00ab' },
  body: '{"a": "déjà"}',
  salt: '00ff'.repeat(16),
};

/** Returns the headers that an expression produces. */
async function made(way: string, { credential, body, salt }: SigningInput): Promise<unknown> {
  const given = { id: credential.tokenId, secret: credential.secret, salt, text: body };
  const program = [
    'import { createHash, createHmac, randomBytes } from "node:crypto";',
    ...signingCode,
    `const { id, secret, salt, text } = ${JSON.stringify(given)};`,
    'const body = Buffer.from(text);',
    `process.stdout.write(JSON.stringify(${way}));`,
  ];
  const { stdout, stderr } = await ended(
    start(['node', '--input-type=module', '-e', program.join('\n')], { folder: packageRoot }),
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

for (const signing of ['simple', 'signed'] as const)
  test(`exports write every signing fault of the ${signing} scheme as the suite sends it`, async () => {
    for (const body of [input.body, '{"a":1}', '']) {
      const given = { ...input, body };
      const faults = signingFaultsFor(signing, { hasBody: body !== '', secret: given.credential.secret });
      // A salt, or a part of it, that is not signed differs each time.
      const drawn: readonly string[] = ['anotherSalt', 'saltPartlySigned', 'saltEndSigned'];
      const known = faults.filter((fault) => !drawn.includes(fault));
      const ways = known.map((fault) => signingExpression({ signing, fault }));
      expect(await made(`[${ways.join(', ')}]`, given)).toEqual(
        known.map((fault) => faultyHeaders(signing, fault, given)),
      );
    }
    expect(signingExpression({ signing: 'none' })).toBeUndefined();
  });
