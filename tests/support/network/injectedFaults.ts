import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  after,
  always,
  at,
  changing,
  chunksOfGarbage,
  coded,
  drawnOut,
  escapedJson,
  every,
  half,
  hinted,
  inChunks,
  inDrops,
  longer,
  lowered,
  rewritten,
  undated,
  untilTheEnd,
  withHeader,
} from './answerChanges.ts';
import { type AnswerFault, answerInstead, faultAnswers, type RequestFilter } from './answerFaults.ts';
import {
  answersBrokenUtf8,
  answersDeepJson,
  breaksHttp,
  gatewayFails,
  hangs,
  isBusy,
  resets,
} from './serverBehaviours.ts';
import type { Behaviour } from './testServer.ts';

const rates = at('/v1/user/exchange/rates');

/** A fault of a target, or of something between it and us, with the results that a run may have. */
export interface InjectedFault {
  name: string;
  /** Returns the proxy behaviour in front of the service at this address. */
  through(upstream: string): Behaviour;
  /** The allowed exit codes. */
  exits: readonly number[];
  /** The requirements that the target violates through the fault; none if it does nothing wrong. */
  fails?: readonly string[];
  /** The attributions that undecided requirements may have. */
  blames: readonly ('environment' | 'suite' | 'target' | 'configuration')[];
}

const noLonger = { exits: [0], blames: [] } as const;
const noise = { exits: [0, 4], blames: ['environment'] } as const;
const unreadable = { exits: [2], blames: ['configuration'] } as const;
const ours = { exits: [4], blames: ['suite', 'environment', 'target', 'configuration'] } as const;

const spoilt = (which: RequestFilter, spoil: AnswerFault) => (upstream: string) => faultAnswers(upstream, which, spoil);
const before = (which: RequestFilter, manner: Behaviour) => (upstream: string) =>
  answerInstead(upstream, which, manner);

const answers =
  (status: number, type: string, body: string | Buffer): Behaviour =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': type }).end(body);

const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, ' '));
const wide = `[${'{},'.repeat(300_000)}{}]`;

/** Of transport. */
const ofTransport: readonly InjectedFault[] = [
  {
    name: 'every twelfth connection is reset before the service gets the request',
    through: before(every(12), resets),
    ...noise,
  },
  {
    name: 'every twelfth answer is lost',
    through: spoilt(every(12), (_, { request }) => void request.socket.resetAndDestroy()),
    ...noise,
  },
  { name: 'a gateway says 502 every twelfth time', through: before(every(12), gatewayFails), ...noise },
  {
    name: 'a gateway says 504 after the service was done, every twentieth time',
    through: spoilt(every(20), (_, __, response) => void response.writeHead(504).end()),
    ...noise,
  },
  { name: 'out of service for a moment, every twelfth time', through: before(every(12), isBusy), ...noise },
  { name: 'every twelfth answer ends in the middle', through: spoilt(every(12), half), ...noise },
  { name: 'every twelfth answer is shorter than its declared length', through: spoilt(every(12), longer), ...noise },
  { name: 'every twelfth answer is chunks of garbage', through: spoilt(every(12), chunksOfGarbage), ...noise },
  { name: 'every twelfth answer is no HTTP', through: before(every(12), breaksHttp), ...noise },
  { name: 'every fortieth request is never answered', through: before(every(40), hangs), ...noise },
  { name: 'reset after forty requests', through: before(after(40), resets), exits: [3], blames: ['environment'] },
  { name: 'no HTTP after forty requests', through: before(after(40), breaksHttp), exits: [3], blames: ['environment'] },
  { name: 'silent after forty requests', through: before(after(40), hangs), exits: [3], blames: ['environment'] },
  {
    name: 'a gateway says 502 after forty requests',
    through: before(after(40), gatewayFails),
    exits: [3, 4],
    blames: ['environment', 'target', 'configuration', 'suite'],
  },
  { name: 'bodies come in chunks', through: spoilt(always, inChunks), ...noLonger },
  { name: 'bodies come in small pieces', through: spoilt(always, inDrops), ...noLonger },
  { name: 'bodies end with their connection', through: spoilt(always, untilTheEnd), ...noLonger },
  { name: 'hints come before answers', through: spoilt(always, hinted), ...noLonger },
  { name: 'header names are in lower case', through: spoilt(always, lowered), ...noLonger },
  { name: 'no answer has a Date header', through: spoilt(always, undated), ...noLonger },
  { name: 'a header of 20 KB', through: spoilt(always, withHeader('X-Long', 'x'.repeat(20_000))), ...noLonger },
  {
    name: 'a header of 100 KB every twelfth time',
    through: spoilt(every(12), withHeader('X-Long', 'x'.repeat(100_000))),
    exits: [0, 4],
    blames: ['suite', 'environment'],
  },
  {
    name: 'a header of 100 KB each time',
    through: spoilt(always, withHeader('X-Long', 'x'.repeat(100_000))),
    exits: [2],
    blames: ['configuration'],
  },
  {
    name: 'one path is always reset',
    through: before(rates, resets),
    exits: [1, 4],
    fails: ['ERR-02a', 'XCH-02', 'XCH-07'],
    blames: ['environment', 'target'],
  },
];

/** Of content. */
const ofContent: readonly InjectedFault[] = [
  { name: 'gzip', through: spoilt(always, coded('gzip', gzipSync)), ...noLonger },
  { name: 'deflate', through: spoilt(always, coded('deflate', deflateSync)), ...noLonger },
  {
    name: 'br',
    through: spoilt(
      always,
      coded('br', (body) => brotliCompressSync(body)),
    ),
    ...noLonger,
  },
  {
    name: 'an unknown content coding',
    through: spoilt(
      always,
      coded('zstd', (body) => body),
    ),
    ...unreadable,
  },
  {
    name: 'a gzip coding without gzip data',
    through: spoilt(
      always,
      coded('gzip', (body) => body),
    ),
    ...unreadable,
  },
  {
    name: 'a gzip bomb at one path',
    through: spoilt(
      rates,
      changing(() => ({
        status: 200,
        headers: ['Content-Type', 'application/json', 'Content-Encoding', 'gzip'],
        body: bomb,
      })),
    ),
    ...ours,
  },
  {
    name: 'a byte order mark before JSON',
    through: spoilt(
      always,
      rewritten((json) => `\uFEFF${json}`),
    ),
    ...noLonger,
  },
  {
    name: 'no UTF-8',
    through: before(rates, answersBrokenUtf8),
    exits: [1],
    fails: ['GEN-01a'],
    blames: ['target', 'suite', 'environment', 'configuration'],
  },
  {
    name: 'two megabytes of spaces around JSON at one path',
    through: spoilt(
      rates,
      rewritten((json) => json + ' '.repeat(2_200_000)),
    ),
    ...ours,
  },
  { name: 'JSON nested a hundred thousand times at one path', through: before(rates, answersDeepJson), ...ours },
  {
    name: 'JSON nested a hundred thousand times everywhere',
    through: before(always, answersDeepJson),
    ...ours,
  },
  {
    name: 'three hundred thousand objects at one path',
    through: before(rates, answers(200, 'application/json', wide)),
    ...ours,
  },
  {
    name: 'numbers outside the range of doubles',
    through: spoilt(
      at('/v1/user/wallet/balances'),
      rewritten((json) => json.replace(/:(\d+(?:\.\d+)?)/g, ':1e-400000000')),
    ),
    exits: [4],
    blames: ['target', 'suite', 'environment', 'configuration'],
  },
  {
    name: 'limits of 1e400000000',
    through: spoilt(
      at('/v1/user/methods'),
      rewritten((json) => json.replace(/("m(?:in|ax)Limit":)[\d.]+/g, '$11e400000000')),
    ),
    exits: [1],
    fails: ['*'],
    blames: ['target', 'suite', 'environment', 'configuration'],
  },
  { name: 'amounts with two thousand zeros', through: spoilt(always, rewritten(drawnOut)), ...noLonger },
  { name: 'all characters beyond ASCII are escaped', through: spoilt(always, rewritten(escapedJson)), ...noLonger },
  {
    name: 'JSON with much whitespace',
    through: spoilt(
      always,
      rewritten((json) => json.replace(/([,{[])(?=")/g, '$1 \r\n\t')),
    ),
    ...noLonger,
  },
  {
    name: 'an extra member in every record',
    through: spoilt(
      always,
      rewritten((json) =>
        json.replace(/\{(?="(?:id|symbolPair|baseAsset|referenceId)")/g, '{"x-extra":{"deep":[1,2]},'),
      ),
    ),
    ...noLonger,
  },
  {
    name: 'HTML for every path',
    through: before(always, answers(200, 'text/html', '<!doctype html><html><body>Hello</body></html>')),
    exits: [2],
    blames: ['configuration'],
  },
];

/** Every injected fault. */
export const injectedFaults = [...ofTransport, ...ofContent];
