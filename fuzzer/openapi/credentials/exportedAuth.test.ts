import { writeFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { loadContract } from '../../../schemas/load/contract.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import { operationFor } from '../../engine/requests/requestModel.ts';
import { clientRequest } from './clientRequest.ts';
import { credentialsFor } from './credentials.ts';
import { authExporter, type ExportedStep } from './exportedAuth.ts';

const nothing = { responses: { 200: { description: 'ok' } } };

const document = {
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  paths: Object.fromEntries(
    ['token', 'login', 'header', 'query', 'cookie', 'other'].map((name) => [
      `/${name}`,
      { get: { ...nothing, security: [{ [name]: [] }] } },
    ]),
  ),
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      login: { type: 'http', scheme: 'basic' },
      header: { type: 'apiKey', in: 'header', name: 'X-Key' },
      query: { type: 'apiKey', in: 'query', name: 'a key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      other: { type: 'oauth2', flows: {} },
    },
  },
};

const values: Readonly<Record<string, string>> = {
  TOKEN: 'token-of-1234',
  LOGIN: 'me:pass&word-1',
  KEY: 'key "of" & 0123',
};

const options = ['token=env:TOKEN', 'login=env:LOGIN', 'header=env:KEY', 'query=env:KEY', 'cookie=env:KEY'];

const load = () => {
  const file = test.info().outputPath('doors.json');
  writeFileSync(file, JSON.stringify(document));
  return loadContract(file);
};

const stepTo = (path: string, changes: Partial<CaseStep> = {}): CaseStep => ({
  operation: `GET ${path.split('?')[0]}`,
  method: 'GET',
  path,
  headers: [],
  signing: 'signed',
  ...changes,
});

/** Returns what an exported step sends, with these values in the environment. */
function sentBy({ step: { headers, path }, proof }: ExportedStep) {
  if (!proof) return { headers, path };
  const known = { values: proof.variables.map((name) => values[name]), Buffer, encodeURIComponent };
  const evaluated = (expression: string) =>
    JSON.parse(runInNewContext(`JSON.stringify(${expression})`, known) as string);
  return {
    headers: [...headers, ...(evaluated(proof.headers) as string[][])],
    path: path + (proof.query === undefined ? '' : evaluated(proof.query)),
  };
}

for (const step of [
  stepTo('/token', { headers: [['X-Own', 'a']] }),
  stepTo('/login'),
  stepTo('/header?a=1', { headers: [['x-key', 'replaced']] }),
  stepTo('/query'),
  stepTo('/query?a={{1/id}}&a%20key=replaced'),
  stepTo('/cookie', { headers: [['Cookie', 'own=1']] }),
  stepTo('/other'),
  stepTo('/token', { signing: 'none' }),
])
  test(`${step.path}, ${step.signing}, is exported as it was sent, with names of variables`, async () => {
    const contract = await load();
    const credentials = credentialsFor(contract, options, (name) => values[name]);
    const operation = operationFor({ contract, step });
    const sent = clientRequest(step, { requirement: 'ANY', purpose: 'probe', operation, credentials });
    const exported = authExporter(contract, options)(step);
    expect(sentBy(exported)).toEqual({ headers: sent.headers, path: sent.path });
    for (const value of Object.values(values)) expect(JSON.stringify(exported)).not.toContain(value);
  });

test('a secret is named by its variable: a credential unchanged, a password on its own', async () => {
  const contract = await load();
  for (const [path, secrets] of [
    ['/login', ['me:pass&word-1', 'pass&word-1']],
    ['/query', ['key "of" & 0123']],
  ] as const) {
    const { variables = [], secrets: expression = '' } = authExporter(contract, options)(stepTo(path)).proof ?? {};
    const known = { values: variables.map((name) => values[name]) };
    expect(JSON.parse(runInNewContext(`JSON.stringify(${expression})`, known) as string)).toEqual(secrets);
  }
});

test('a wrong credential exports nothing of the right one', async () => {
  const exported = authExporter(await load(), options)(stepTo('/token', { fault: 'wrongSecret' }));
  expect(exported.proof).toEqual({ variables: [], headers: '[]' });
  expect(exported.step.headers).toEqual([['Authorization', expect.stringMatching(/^Bearer [a-z]{3}:/)]]);
});
