import { createServer } from 'node:net';
import { expect } from '@playwright/test';
import { exitOf } from '../../judge/buildVerdict.ts';
import { answersHtml, denies, isBusy, redirectsTo, throttles } from '../../tests/support/network/serverBehaviours.ts';
import { type Behaviour, serve } from '../../tests/support/network/testServer.ts';
import { test } from '../../tests/support/product/productTest.ts';
import { runLine } from '../../tests/support/records/records.ts';
import { readJournal } from '../../traffic/journal/journal.ts';
import { runAlone } from '../../traffic/journal/run.ts';
import type { Target } from '../../traffic/target/target.ts';
import { preflight } from './runStart.ts';

const deadlines = { ...runLine.target.deadlines, answerMs: 10_000, recoverMs: 200 };

function targetAt(baseUrl: string): Target {
  const facts = { ...runLine.target, baseUrl };
  const credentials = [{ label: 'main', tokenId: 'TKN-main-1', secret: 'top-secret-1' }] as const;
  const files = { baselineFile: '', previousPaymentsFile: '', experimentsFile: '' };
  const nothing = { projects: [], samples: {}, secrets: [], paths: {}, quota: { windowMs: 60_000 } };
  return { facts, kind: 'vendor', deadlines, baseUrl, credentials, ...nothing, ...files };
}

/** Returns what stops a run at a base address, with its exit code and the number of requests sent. */
async function lookedAt(folder: string, baseUrl: string) {
  const run = runAlone(folder);
  await preflight(run, targetAt(baseUrl));
  const lines = readJournal(run.journal);
  const halt = lines.find((line) => line.kind === 'halt');
  const asked = lines.filter((line) => line.kind === 'exchange').length;
  return { asked, message: halt?.message ?? '', cause: halt?.cause, exit: halt && exitOf([], { halt, strict: false }) };
}

/** The same for a server with this behaviour, at one of its paths. */
async function looked(folder: string, manner: Behaviour, path = '') {
  const served = await serve(manner);
  const found = await lookedAt(folder, served.url + path);
  expect(found.asked).toBe(served.requests.length);
  await served.close();
  return found;
}

const json =
  (status: number, body: unknown): Behaviour =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

/** Answers each of these paths in its own way, and all others with 404. */
const only =
  (known: Readonly<Record<string, Behaviour>>): Behaviour =>
  (asked, response) =>
    (known[asked.path] ?? json(404, { message: 'Not found' }))(asked, response);

const methods = '/v1/user/methods';

const strangers: Readonly<Record<string, { manner: Behaviour; path?: string; told: RegExp }>> = {
  'an HTML page for every path': { manner: answersHtml, told: /was answered 200 text\/html .* a web site/ },
  'a sign-in page': {
    manner: (_, response) => void response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html>Sign in</html>'),
    told: /answered 404 text\/html .* a web site/,
  },
  '404 for everything': {
    manner: json(404, { message: 'Not found' }),
    told: /answered 404 .* Nothing exists at these paths/,
  },
  'the same for every path': { manner: json(200, { status: 'ok' }), told: /answers every path alike/ },
  'what it was asked for': {
    manner: ({ path }, response) => json(200, { path })({ path } as never, response),
    told: /answered 200 .* Check the base address and the token/,
  },
  'a content coding that nobody knows': {
    manner: (_, response) =>
      void response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' }).end('[]'),
    told: /name the content coding zstd and cannot be decoded: let them be plain/,
  },
  'another place': { manner: redirectsTo('https://bank.example'), told: /redirects .* https:\/\/bank\.example\/v1/ },
  'that it speaks https': {
    manner: (_, response) => void response.writeHead(400).end('Client sent an HTTP request to an HTTPS server.'),
    told: /It speaks https: write https:\/\//,
  },
  'nothing below a version': {
    manner: only({ [methods]: json(200, []) }),
    path: '/v1',
    told: /GET \/v1\/user\/methods was answered 404 .* ends in \/v1, .* write http:\/\/127\.0\.0\.1:\d+\./,
  },
};

for (const [what, { manner, path, told }] of Object.entries(strangers))
  test(`a server that answers ${what} is recognised as another server, with a probable cause`, async ({ folder }) => {
    const { asked, exit, cause, message } = await looked(folder, manner, path);
    expect({ cause, exit }, message).toEqual({ cause: 'stranger', exit: 2 });
    expect(message).toMatch(told);
    expect(asked).toBeLessThanOrEqual(5);
  });

test('a wrong secret is reported after two requests, a token without rights within five', async ({ folder }) => {
  const wrong = await looked(folder, denies);
  expect(wrong).toMatchObject({ asked: 2, cause: 'credential', exit: 2 });
  expect(wrong.message).toContain('credential main was answered 401');
  const barred = await looked(`${folder}/barred`, json(403, { message: 'Forbidden' }));
  expect(barred).toMatchObject({ asked: 5, cause: 'credential', exit: 2 });
});

test('a service that fails every request is unreachable, even behind a gateway', async ({ folder }) => {
  const { exit, message, asked } = await looked(folder, json(502, { message: 'Bad gateway' }));
  expect({ exit, asked }, message).toEqual({ exit: 3, asked: 4 });
  expect(message).toMatch(/answered 502 .* check that it is running/);
});

test('any sign of this API is enough, in any state', async ({ folder }) => {
  const payment = { id: 'PMT-00000000-0000-4000-8000-000000000001' };
  const conforming: readonly Behaviour[] = [
    only({ [methods]: json(200, []) }),
    only({ [methods]: json(200, { data: [{ methodKey: 'VA_QR' }] }) }),
    only({ [methods]: json(403, {}), '/v1/user/payments': json(200, []) }),
    only({ [methods]: json(500, {}), '/v1/user/payments': json(200, { content: [payment] }) }),
    only({ [methods]: answersHtml, '/v1/user/exchange/rates': json(200, [{ baseAsset: 'BTC' }]) }),
    (asked, response) => json(asked.request.headers['x-salt'] ? 401 : 200, [])(asked, response),
    (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('\uFEFF [{"id":'),
    throttles,
    isBusy,
  ];
  for (const [index, manner] of conforming.entries())
    expect((await looked(`${folder}/${index}`, manner)).message, `manner ${index}`).toBe('');
});

test('wrong https, wrong http, and an unknown host name end within five requests', async ({ folder }) => {
  const served = await serve(json(200, []));
  const tls = await lookedAt(`${folder}/tls`, served.url.replace('http:', 'https:'));
  await served.close();
  expect(tls).toMatchObject({
    asked: 1,
    exit: 3,
    message: expect.stringMatching(/does not speak TLS .* Write http:\/\//),
  });
  // A server that expects TLS closes a connection that begins otherwise.
  const shut = createServer((socket) => void socket.on('error', () => undefined).once('data', () => socket.destroy()));
  await new Promise<void>((done) => void shut.listen(0, '127.0.0.1', done));
  const { port } = shut.address() as { port: number };
  const plain = await lookedAt(`${folder}/plain`, `http://127.0.0.1:${port}`);
  shut.close();
  expect(plain).toMatchObject({
    exit: 3,
    message: expect.stringContaining('If it uses https, write https:'),
  });
  const nowhere = await lookedAt(`${folder}/nowhere`, 'https://nowhere.invalid');
  expect(nowhere).toMatchObject({
    exit: 3,
    message: expect.stringMatching(/its host name (?:does not exist|cannot be resolved)/),
  });
  expect(plain.asked).toBeLessThanOrEqual(5);
  expect(nowhere.asked).toBeLessThanOrEqual(5);
});
