import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { loadContract } from '../../../schemas/load/contract.ts';
import { Redactor } from '../../../traffic/redaction/redactor.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { credentialsFor } from './credentials.ts';

const described = {
  openapi: '3.1.0',
  info: { title: 'Doors', version: '1' },
  security: [{ token: [] }],
  paths: Object.fromEntries(
    [
      ['/token', [{ token: [] }]],
      ['/login', [{ login: [] }]],
      ['/header', [{ header: [] }]],
      ['/query', [{ query: [] }]],
      ['/cookie', [{ cookie: [] }]],
      [
        '/both',
        [
          { token: [], lost: [] },
          { header: [], query: [] },
        ],
      ],
      ['/open', []],
      ['/half', [{ header: [], lost: [] }]],
    ].map(([path, security]) => [path as string, { get: { security, responses: { 200: { description: 'ok' } } } }]),
  ),
  components: {
    securitySchemes: {
      token: { $ref: '#/components/securitySchemes/oauth' },
      oauth: { type: 'oauth2', flows: {} },
      login: { type: 'http', scheme: 'basic' },
      header: { type: 'apiKey', in: 'header', name: 'X-Key' },
      query: { type: 'apiKey', in: 'query', name: 'a key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      lost: { type: 'apiKey', in: 'header', name: 'X-Lost' },
      certificate: { type: 'mutualTLS' },
      odd: { type: 'apiKey', in: 'header', name: 'X Odd' },
      ours: { type: 'apiKey', in: 'header', name: 'Transfer-Encoding' },
    },
  },
};

const load = async () => {
  const file = test.info().outputPath('doors.json');
  writeFileSync(file, JSON.stringify(described));
  return await loadContract(file);
};

const variables: Readonly<Record<string, string>> = {
  TOKEN: 'token-of-1234',
  LOGIN: 'me:pass&word-1',
  KEY: 'key/of+1234',
  WORD: 'wordswords',
  SHORT: 'short',
  ODD: 'line\nbreak-1234',
  NOCOLON: 'nocolon-1234',
};

const lookup = (name: string) => variables[name];

test('each scheme sends its credential in its own place', async () => {
  const contract = await load();
  const options = ['token=env:TOKEN', 'login=env:LOGIN', 'header=env:KEY', 'query=env:KEY', 'cookie=env:KEY'];
  const { shownTo, secrets } = credentialsFor(contract, options, lookup);
  const shown = Object.fromEntries(contract.operations.map((operation) => [operation.path, shownTo(operation)]));
  const nothing = { headers: [], query: [], cookies: [] };
  expect(shown).toEqual({
    '/token': { ...nothing, headers: [['Authorization', 'Bearer token-of-1234']] },
    '/login': { ...nothing, headers: [['Authorization', `Basic ${btoa('me:pass&word-1')}`]] },
    '/header': { ...nothing, headers: [['X-Key', 'key/of+1234']] },
    '/query': { ...nothing, query: ['a%20key=key%2Fof%2B1234'] },
    '/cookie': { ...nothing, cookies: ['sid=key%2Fof%2B1234'] },
    '/both': { ...nothing, headers: [['X-Key', 'key/of+1234']], query: ['a%20key=key%2Fof%2B1234'] },
    '/open': nothing,
    '/half': { ...nothing, headers: [['X-Key', 'key/of+1234']] },
  });
  const redactor = new Redactor();
  for (const secret of secrets) redactor.know(secret);
  const text = redactor.clean(JSON.stringify(shown));
  for (const value of ['token-of', 'pass&word', btoa('me:pass&word-1'), 'key/of', 'key%2Fof'])
    expect(text).not.toContain(value);
});

for (const name of ['odd', 'ours'])
  test(`a credential in a header that requests must not have is refused: ${name}`, async () => {
    const contract = await load();
    expect(() => credentialsFor(contract, [`${name}=env:TOKEN`], lookup)).toThrow(/a scheme whose header HTTP allows/);
  });

test('a credential that may be an ordinary word has another label', async () => {
  const { secrets } = credentialsFor(await load(), ['header=env:WORD', 'token=env:TOKEN'], lookup);
  expect(secrets.map(({ label }) => label)).toEqual(['weak credential header', 'credential token']);
});

test('all problems of credentials are reported at once, without their texts', async () => {
  const contract = await load();
  const options = [
    'token-of-1234',
    'token=token-of-1234',
    'nobody=env:TOKEN',
    'certificate=env:TOKEN',
    'token=env:UNSET',
    'token=env:SHORT',
    'token=env:ODD',
    'login=env:NOCOLON',
    'header=env:KEY',
    'header=env:TOKEN',
  ];
  const thrown = (() => {
    try {
      return credentialsFor(contract, options, lookup);
    } catch (error) {
      return error;
    }
  })();
  if (!(thrown instanceof ConfigurationError)) throw new Error('wanted a ConfigurationError', { cause: thrown });
  expect(thrown.problems).toHaveLength(9);
  for (const value of Object.values(variables)) expect(thrown.message).not.toContain(value);
  for (const name of ['nobody', 'certificate', 'UNSET', 'SHORT', 'ODD', 'NOCOLON', 'header more than once'])
    expect(thrown.message).toContain(name);
});

test('a wrong credential has the format of the right one and none of its text', async () => {
  const file = test.info().outputPath('doors.json');
  writeFileSync(file, JSON.stringify(described));
  const contract = await loadContract(file);
  const value = 'user-77:Key-of-0123456789';
  const options = ['header', 'login', 'token'].map((name) => `${name}=env:KEY`);
  const credentials = credentialsFor(contract, options, () => value);
  for (const operation of contract.operations.filter(({ path }) => ['/header', '/login', '/token'].includes(path))) {
    const [right, wrong] = [credentials.shownTo(operation), credentials.wronglyShownTo(operation)];
    const [[name, text] = [], [other, turned = ''] = []] = [right.headers[0], wrong.headers[0]];
    expect(other).toBe(name);
    expect(turned).not.toBe(text);
    expect(turned).toHaveLength(text?.length ?? 0);
    const plain = operation.path === '/login' ? Buffer.from(turned.slice(6), 'base64').toString() : turned;
    expect(plain).toMatch(/[a-z]{4}-\d\d:[A-Z][a-z]{2}-[a-z]{2}-\d{10}$/);
    expect(plain).not.toMatch(/user|Key|0123/);
  }
});
