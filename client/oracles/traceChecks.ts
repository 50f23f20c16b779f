import { faultResult, learned, type OracleResult, toResult } from '../../oracles/core/result.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { RequestLine } from '../record/clientLines.ts';
import type { ClientRecord } from '../record/clientRecord.ts';
import { idOf } from '../record/repeatedId.ts';
import { earlyMs } from '../record/requestEnd.ts';
import { clientFault, placeOf } from './oracle.ts';
import { saltFaults } from './salts.ts';
import { formOfAmounts, sentArguments, untriedArguments } from './sentArguments.ts';
import { isAmountPair, keepsOptionals } from './values.ts';

/** A check of everything that a client sent: of a testee, or of the tests of an SDK (record). */
export interface ClientTraceCheck {
  requirement: string;
  name: string;
  judge: (record: ClientRecord) => OracleResult;
}

/** Requests to the service itself: another host, or one with a wrong certificate, gets none of its credentials. */
const ofService = ({ listener }: RequestLine) => listener === 'service' || listener === 'trusted';

function overRequests(requests: readonly RequestLine[], rule: (request: RequestLine) => Fault[]): OracleResult {
  if (requests.length === 0)
    return faultResult({ code: 'noEvidence', wanted: 'a request of the client', exchanges: [] });
  const ids = requests.map(({ id }) => id);
  return toResult(ids, requests.flatMap(rule));
}

/** Judges the headers by which a request proves the sender: of the scheme that was asked for, if one was. */
function signatureFaults(request: RequestLine): Fault[] {
  const { facts } = request;
  const fault = (wanted: string, seen: string) => [
    clientFault('clientSignature', { wanted, seen, by: request, where: placeOf(request) }),
  ];
  if (facts.schemes.length === 0) return fault('the headers of the signed or of the simple scheme', 'neither of them');
  if (!facts.isTokenRight) return fault('X-Token-API-Id with the token id', 'another value, or none');
  const unasked = facts.schemes.filter((one) => one !== (facts.asked ?? one));
  if (unasked.length > 0)
    return fault(
      `only the headers of the ${facts.asked} scheme, as it was asked for`,
      `those of the ${unasked.join()} one`,
    );
  const { signature } = facts;
  if (!signature) return facts.isSecretRight ? [] : fault('X-Token-API-Secret with the secret', 'another value');
  if (facts.salts.length !== 1) return fault('one header X-Salt', `${facts.salts.length} of them`);
  if (signature.isValid) return [];
  const over =
    signature.instead === undefined ? 'a signature of something else' : `a signature over ${signature.instead}`;
  return fault('X-HMAC-SHA256-Signature as hex HMAC-SHA256 over the sent body and the salt', over);
}

function bodyFaults(request: RequestLine): Fault[] {
  const { method, body } = request;
  if (method !== 'GET' || body.bytes === 0) return [];
  const seen = `${body.bytes} bytes`;
  return [
    clientFault('clientSignature', { wanted: 'an empty body for GET', seen, by: request, where: placeOf(request) }),
  ];
}

/** Returns the scenarios that make one call: what they send later, behind the back of the caller, belongs to it too. */
function ofOneCall({ calls }: ClientRecord): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { scenario } of calls) counts.set(scenario, (counts.get(scenario) ?? 0) + 1);
  return new Set([...counts].flatMap(([scenario, count]) => (count === 1 ? [scenario] : [])));
}

/** POSTs of one call to one address: a client may repeat them with the same clientOrderId only. */
function repeatFaults(request: RequestLine, requests: readonly RequestLine[], single: ReadonlySet<string>): Fault[] {
  if (request.method !== 'POST') return [];
  const isOfOne = single.has(request.scenario);
  const isSameCall = ({ call, scenario }: RequestLine) =>
    isOfOne ? scenario === request.scenario : call !== undefined && call === request.call;
  const before = requests.find(
    (one) => isSameCall(one) && one.method === 'POST' && one.path === request.path && one.atMs < request.atMs,
  );
  if (!before) return [];
  const [own, first] = [idOf(request), idOf(before)];
  if (own !== undefined && own === first) return [];
  const words = own === undefined ? 'a repeat without one' : `a repeat of request ${before.id} with another`;
  const wanted = 'a POST to be repeated with the same clientOrderId, or not at all';
  return [clientFault('clientRepeat', { wanted, seen: words, by: request, where: placeOf(request) })];
}

/** After a 429 that names a time, the same call sends nothing before that time. */
function hasteFaults(request: RequestLine, requests: readonly RequestLine[]): Fault[] {
  const before = requests.findLast(
    (one) => one.call === request.call && request.call !== undefined && (one.answeredMs ?? Infinity) <= request.atMs,
  );
  const until = before?.answer?.retryAtMs;
  if (!before || until === undefined || request.atMs >= until - earlyMs) return [];
  const seen = `a repeat ${Math.round(until - request.atMs)} ms before the end of it`;
  const wanted = `nothing for as long as Retry-After of the answer to request ${before.id} says`;
  return [clientFault('clientHaste', { wanted, seen, by: request, where: placeOf(request) })];
}

function secretFaults(request: RequestLine): Fault[] {
  const { facts, listener } = request;
  const fault = (wanted: string, seen: string) =>
    clientFault('clientSecret', { wanted, seen, by: request, where: placeOf(request) });
  return [
    ...facts.secretIn.map((place) => fault('the secret in no place but X-Token-API-Secret', `the secret in ${place}`)),
    ...(!ofService(request) && facts.schemes.includes('simple')
      ? [fault('the secret at no host but that of the base address', `the secret at a ${listenerWords[listener]}`)]
      : []),
  ];
}

const listenerWords: Readonly<Record<RequestLine['listener'], string>> = {
  service: 'service',
  trusted: 'service',
  elsewhere: 'host to which an answer redirected',
  'another port': 'port to which an answer redirected',
  untrusted: 'server whose certificate nobody has vouched for',
  'other name': 'server whose certificate is for another name',
  expired: 'server whose certificate has expired',
};

/** Judges what a testee wrote and answered: the secret is in no log and in no message of an error. */
function loggedSecrets(record: ClientRecord): OracleResult {
  const outputs = record.of('output');
  const calls = record.calls;
  const wanted = 'the secret in no log and in no message';
  const logged = outputs.flatMap(({ leaks }, at) =>
    leaks.map((label) =>
      clientFault('clientSecret', {
        wanted,
        seen: `the ${label}`,
        by: { id: `stderr-${at + 1}` },
        where: 'what the testee wrote to stderr',
      }),
    ),
  );
  const answered = calls
    .filter(({ isLeaking }) => isLeaking)
    .map((call) =>
      clientFault('clientSecret', {
        wanted,
        seen: 'the secret',
        by: call,
        where: `the answer to call ${call.id}, scenario "${call.scenario}"`,
      }),
    );
  if (calls.length === 0) return faultResult({ code: 'noEvidence', wanted: 'a call of the testee', exchanges: [] });
  return toResult(
    calls.map(({ id }) => id),
    [...logged, ...answered],
  );
}

/** Learns how the SDK compares digests: no request shows that. */
function comparison(record: ClientRecord): OracleResult {
  const [introduction] = record.of('introduction');
  const how = introduction?.testee.digestComparison;
  const offers = introduction?.testee.features.includes('webhooks');
  if (how === undefined) {
    const reason = offers ? 'the testee does not say how it compares digests' : 'the testee does not offer webhooks';
    return faultResult({ code: 'notApplicable', reason, exchanges: [] });
  }
  return learned('digests are compared by', how, ['introduction']);
}

const own = (record: ClientRecord) => record.requests.filter(ofService);

/** The checks that need only requests: they judge a testee and the tests of an SDK alike. */
export const requestChecks: readonly ClientTraceCheck[] = [
  { requirement: 'CLI-01', name: 'signatures', judge: (record) => overRequests(own(record), signatureFaults) },
  { requirement: 'CLI-01', name: 'bodies of GET', judge: (record) => overRequests(own(record), bodyFaults) },
  {
    requirement: 'CLI-01',
    name: 'salts',
    judge: (record) => {
      const salted = own(record).filter(({ facts }) => facts.salts.length > 0);
      if (salted.length === 0 && own(record).length > 0)
        return faultResult({ code: 'notApplicable', reason: 'the client never used the signed scheme', exchanges: [] });
      return salted.length === 0
        ? overRequests(salted, () => [])
        : toResult(
            salted.map(({ id }) => id),
            saltFaults(salted),
          );
    },
  },
  {
    requirement: 'CLI-07',
    name: 'repeated POSTs',
    judge: (record) => {
      const [requests, single] = [own(record), ofOneCall(record)];
      return overRequests(requests, (request) => repeatFaults(request, requests, single));
    },
  },
  {
    requirement: 'CLI-07',
    name: 'pace after a rate refusal',
    judge: (record) => overRequests(own(record), (request) => hasteFaults(request, own(record))),
  },
  {
    requirement: 'CLI-08',
    name: 'places of the secret',
    judge: (record) => overRequests(record.requests, secretFaults),
  },
];

/** The checks that need a testee besides. */
export const testeeChecks: readonly ClientTraceCheck[] = [
  {
    requirement: 'CLI-01',
    name: 'bodies of all calls',
    judge: (record) => sentArguments(record, { parts: ['body'], isOwn: ({ isAmount }) => !isAmount }),
  },
  { requirement: 'CLI-01', name: 'arguments that were tried', judge: untriedArguments },
  {
    requirement: 'CLI-04',
    name: 'amounts of all calls',
    judge: (record) => sentArguments(record, { parts: ['query', 'body'], isOwn: ({ isAmount }) => isAmount }),
  },
  {
    requirement: 'CLI-03',
    name: 'optional members of all answers',
    judge: (record) => keepsOptionals(record, (pair) => !isAmountPair(pair)),
  },
  { requirement: 'CLI-04', name: 'form of amounts in bodies', judge: formOfAmounts },
  {
    requirement: 'CLI-04',
    name: 'optional amounts of all answers',
    judge: (record) => keepsOptionals(record, isAmountPair),
  },
  { requirement: 'CLI-05b', name: 'comparison of digests', judge: comparison },
  { requirement: 'CLI-08', name: 'logs and messages', judge: loggedSecrets },
  {
    requirement: 'CLI-09',
    name: 'paths and queries of all calls',
    judge: (record) => sentArguments(record, { parts: ['path', 'query'], isOwn: ({ isAmount }) => !isAmount }),
  },
];
