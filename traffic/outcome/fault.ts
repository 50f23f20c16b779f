import { stringify } from 'lossless-json';
import type { Attribution, Outcome } from './outcome.ts';
import { type UnreadableFacts, unreadableSentences, unreadableWeights } from './unreadFaults.ts';

/** The facts of each kind of fault, by code; the sentences below turn them into prose. */
interface Facts extends UnreadableFacts {
  schema: { where: string; keyword: string; wanted: string; seen: string };
  notJson: { operation: string; seen: string };
  contentType: { operation: string; wanted: string; seen: string };
  notBareOrderId: { operation: string; seen: string };
  notUtc: { where: string; seen: string };
  zoneMissing: { where: string; seen: string };
  notAnId: { where: string; wanted: string; seen: string };
  sharedId: { value: string; first: string; second: string };
  sharedAddress: { address: string; first: string; second: string };
  notListed: { where: string; wanted: string; seen: string };
  leftFinal: { payment: string; from: string; to: string; older: boolean };
  backToNew: { payment: string; from: string };
  backwards: { record: string; from: string; to: string };
  expiredEarly: { record: string; at: string; seen: string };
  apart: { checkout: string; request: string; here: string; there: string };
  disagreement: { payment: string; field: string; here: string; there: string };
  notRefused: { defect: string; seen: string };
  happened: { what: string; seen: string };
  notAccepted: { what: string; seen: string };
  crashed: { request: string; seen: string };
  stackTrace: { request: string; seen: string };
  undescribed: { operation: string; seen: string };
  defectTaken: { defect: string; seen: string };
  echoed: { request: string; secret: string };
  ledAway: { request: string; wanted: string; seen: string };
  htmlPage: { request: string; seen: string };
  notReached: { payment: string; wanted: string; seen: string };
  tooFar: { payment: string; wanted: string; seen: string };
  notAtCreation: { where: string; wanted: string; seen: string };
  updatedAtCreation: { where: string; seen: string };
  notFound: { what: string };
  listedTwice: { method: string };
  overdrawn: { what: string; seen: string };
  notReturned: { wanted: string; seen: string };
  page: { where: string; wanted: string; seen: string };
  doubled: { payment: string; where: string };
  missed: { payment: string; where: string };
  stray: { payment: string; where: string; seen: string };
  unordered: { where: string; first: string; second: string };
  notConserved: { what: string; wanted: string; seen: string };
  usedTwice: { what: string; seen: string };
  differs: { what: string; wanted: string; seen: string };
  crossed: { pair: string; bid: string; ask: string };
  misrounded: { what: string; wanted: string; seen: string };
  offMarket: { what: string; wanted: string; seen: string };
  noEvidence: { wanted: string };
  missing: { wanted: string; hint: string };
  controlFailed: { control: string; seen: string };
  throttled: { request: string; because: string };
  throttledEarly: { request: string; seen: string };
  allowanceRefused: { allowance: string; seen: string };
  overAllowance: { allowance: string; seen: string };
  countedTogether: { request: string; seen: string };
  unsettled: { request: string; seen: string };
  suiteError: { message: string };
  unreachable: { seen: string };
  credentialRefused: { seen: string };
  stranger: { seen: string };
  quotaUnavailable: { seen: string };
  accountHeld: { seen: string };
  receiverHeld: { seen: string };
  notFinished: { seen: string };
  lostEvidence: { wanted: string; seen: string };
  shardMissing: { wanted: string };
  notApplicable: { reason: string };
  gapPresent: { reason: string };
  tokenShape: { credential: string };
  notHidden: { what: string; seen: string };
  notAnnounced: { record: string; kind: string; status: string };
  disturbed: { wanted: string; because: string };
  openExperiment: { wanted: string; since: string; attempts: number; due: string };
  voidExperiment: { wanted: string; why: string };
}

/** The stable code of a fault. */
export type FaultCode = keyof Facts;

/** One fault: its code, its facts, and the numbers of the exchanges that show it. */
export type Fault = { [Code in FaultCode]: { code: Code; exchanges: readonly string[] } & Facts[Code] }[FaultCode];

/** The effect of a fault on a verdict: `broken` if the target violated an assertion, else the outcome it leads to and who is responsible. */
export type Weight = 'broken' | { outcome: Outcome; attribution: Attribution };

const weights: Partial<Record<FaultCode, Exclude<Weight, 'broken'>>> = {
  ...unreadableWeights,
  noEvidence: { outcome: 'unverified', attribution: 'environment' },
  missing: { outcome: 'unverified', attribution: 'configuration' },
  controlFailed: { outcome: 'unverified', attribution: 'target' },
  throttled: { outcome: 'error', attribution: 'quota' },
  throttledEarly: { outcome: 'unverified', attribution: 'target' },
  quotaUnavailable: { outcome: 'not run', attribution: 'environment' },
  accountHeld: { outcome: 'not run', attribution: 'configuration' },
  receiverHeld: { outcome: 'not run', attribution: 'configuration' },
  disturbed: { outcome: 'inconclusive', attribution: 'environment' },
  unsettled: { outcome: 'error', attribution: 'environment' },
  suiteError: { outcome: 'error', attribution: 'suite' },
  unreachable: { outcome: 'not run', attribution: 'environment' },
  credentialRefused: { outcome: 'not run', attribution: 'configuration' },
  stranger: { outcome: 'not run', attribution: 'configuration' },
  notFinished: { outcome: 'not run', attribution: 'environment' },
  lostEvidence: { outcome: 'inconclusive', attribution: 'suite' },
  shardMissing: { outcome: 'not run', attribution: 'environment' },
  openExperiment: { outcome: 'unverified', attribution: 'environment' },
  voidExperiment: { outcome: 'unverified', attribution: 'environment' },
  notApplicable: { outcome: 'not applicable', attribution: 'configuration' },
  gapPresent: { outcome: 'warn', attribution: 'configuration' },
  tokenShape: { outcome: 'warn', attribution: 'configuration' },
};

/** Returns the weight of a fault: `broken` for every fault that only a target can cause. */
export function weightOf(fault: Fault): Weight {
  return weights[fault.code] ?? 'broken';
}

/** What was expected and what came instead, as two phrases. */
export interface Sentence {
  wanted: string;
  seen: string;
}

const sentences: { [Code in FaultCode]: (facts: Facts[Code]) => Sentence } = {
  ...unreadableSentences,
  schema: (f) => ({ wanted: `${f.where} ${f.wanted}`, seen: f.seen }),
  notJson: (f) => ({ wanted: `a JSON object or array from ${f.operation}`, seen: f.seen }),
  contentType: (f) => ({ wanted: `Content-Type ${f.wanted} from ${f.operation}`, seen: f.seen }),
  notBareOrderId: (f) => ({ wanted: `a bare ORD-<uuid> from ${f.operation}`, seen: f.seen }),
  notUtc: (f) => ({ wanted: `an ISO 8601 time in UTC at ${f.where}`, seen: f.seen }),
  zoneMissing: (f) => ({ wanted: `a time zone at ${f.where}`, seen: f.seen }),
  notAnId: (f) => ({ wanted: `${f.wanted} at ${f.where}`, seen: f.seen }),
  sharedId: (f) => ({
    wanted: `an identifier of only one record`,
    seen: `${f.value} is both ${f.first} and ${f.second}`,
  }),
  sharedAddress: (f) => ({
    wanted: 'an address of only one bundle',
    seen: `${f.address} for both ${f.first} and ${f.second}`,
  }),
  notListed: (f) => ({ wanted: `${f.where} one of ${f.wanted}`, seen: f.seen }),
  leftFinal: (f) => ({
    wanted: `${f.payment} to stay ${f.from}, which is final`,
    seen: `${f.to} in a later read${f.older ? ' (the record is older than this run)' : ''}`,
  }),
  backToNew: (f) => ({ wanted: `${f.payment} not to return to NEW`, seen: `NEW after ${f.from}` }),
  backwards: (f) => ({ wanted: `${f.record} to move only forward from ${f.from}`, seen: `${f.to} in a later read` }),
  expiredEarly: (f) => ({
    wanted: `${f.record} not to expire before ${f.at}`,
    seen: `EXPIRED at ${f.seen} by the target's clock`,
  }),
  apart: (f) => ({
    wanted: `${f.checkout} and its ${f.request} to settle on one outcome within 30 s`,
    seen: `checkout ${f.here}, request ${f.there}`,
  }),
  disagreement: (f) => ({
    wanted: `${f.payment} to have the same ${f.field} in every answer`,
    seen: `${f.here} and ${f.there}`,
  }),
  notRefused: (f) => ({
    wanted: `a refusal of ${f.defect} (a valid request of the same kind was accepted)`,
    seen: f.seen,
  }),
  happened: (f) => ({ wanted: `${f.what}, which was refused, to have no effect`, seen: f.seen }),
  notAccepted: (f) => ({ wanted: `${f.what} accepted`, seen: f.seen }),
  crashed: (f) => ({ wanted: `a status below 500 for ${f.request}`, seen: f.seen }),
  stackTrace: (f) => ({ wanted: `no stack trace in the answer to ${f.request}`, seen: f.seen }),
  undescribed: (f) => ({ wanted: `a status that the contract describes for ${f.operation}`, seen: f.seen }),
  defectTaken: (f) => ({ wanted: `a client error for ${f.defect}`, seen: f.seen }),
  echoed: (f) => ({ wanted: `no secret in the answer to ${f.request}`, seen: `<${f.secret}>` }),
  ledAway: (f) => ({ wanted: `no redirect from ${f.request} to a host other than ${f.wanted}`, seen: f.seen }),
  htmlPage: (f) => ({ wanted: `no HTML error page in the answer to ${f.request}`, seen: f.seen }),
  notReached: (f) => ({ wanted: `${f.payment} to reach ${f.wanted} by the deadline`, seen: f.seen }),
  tooFar: (f) => ({ wanted: `${f.payment} to be ${f.wanted} and not yet final`, seen: f.seen }),
  notAtCreation: (f) => ({ wanted: `${f.where} to be ${f.wanted} in the answer to a creation`, seen: f.seen }),
  updatedAtCreation: (f) => ({ wanted: `${f.where} to be null in the answer to a creation`, seen: f.seen }),
  notFound: (f) => ({ wanted: `search to find ${f.what}`, seen: 'no match' }),
  listedTwice: (f) => ({ wanted: `one entry for ${f.method} in the list of methods`, seen: 'more than one' }),
  overdrawn: (f) => ({ wanted: `${f.what} to be refused or to fail`, seen: f.seen }),
  notReturned: (f) => ({ wanted: f.wanted, seen: f.seen }),
  page: (f) => ({ wanted: `${f.wanted} in the answer to ${f.where}`, seen: f.seen }),
  doubled: (f) => ({ wanted: `${f.payment} only once in the pages of ${f.where}`, seen: 'two entries' }),
  missed: (f) => ({
    wanted: `${f.payment} in ${f.where}`,
    seen: 'no such entry, though earlier and later answers show it',
  }),
  stray: (f) => ({
    wanted: `only matching payments in the answer to ${f.where}`,
    seen: `${f.payment} with ${f.seen}`,
  }),
  unordered: (f) => ({ wanted: `the requested sort order in ${f.where}`, seen: `${f.second} after ${f.first}` }),
  notConserved: (f) => ({ wanted: `${f.what} to move a balance by ${f.wanted}`, seen: f.seen }),
  usedTwice: (f) => ({ wanted: `at most one order for ${f.what}`, seen: f.seen }),
  differs: (f) => ({ wanted: `${f.wanted} as ${f.what}`, seen: f.seen }),
  crossed: (f) => ({ wanted: `a bid of ${f.pair} no higher than its ask`, seen: `bid ${f.bid}, ask ${f.ask}` }),
  misrounded: (f) => ({ wanted: `${f.what} to be rounded to ${f.wanted}`, seen: f.seen }),
  offMarket: (f) => ({ wanted: `${f.what} within ${f.wanted}`, seen: f.seen }),
  noEvidence: (f) => ({ wanted: f.wanted, seen: 'no evidence in this run' }),
  missing: (f) => ({ wanted: f.wanted, seen: f.hint }),
  controlFailed: (f) => ({ wanted: `the valid control request ${f.control} to be accepted`, seen: f.seen }),
  throttled: (f) => ({ wanted: `an answer to ${f.request}`, seen: `429: ${f.because}` }),
  throttledEarly: (f) => ({ wanted: `an answer to ${f.request}, which is within the quota`, seen: f.seen }),
  allowanceRefused: (f) => ({ wanted: `${f.allowance} accepted`, seen: f.seen }),
  overAllowance: (f) => ({ wanted: `at most ${f.allowance} accepted`, seen: f.seen }),
  countedTogether: (f) => ({ wanted: `an answer to ${f.request}, whose own quota is not used up`, seen: f.seen }),
  quotaUnavailable: (f) => ({ wanted: 'permission to send a request', seen: f.seen }),
  accountHeld: (f) => ({ wanted: 'an account that no other run uses', seen: f.seen }),
  receiverHeld: (f) => ({ wanted: 'webhooks that this run can receive', seen: f.seen }),
  unsettled: (f) => ({ wanted: `a known outcome of ${f.request}`, seen: `${f.seen}; the request is not sent again` }),
  suiteError: (f) => ({ wanted: 'the check to run without an error', seen: f.message }),
  notFinished: (f) => ({ wanted: 'the test to run to its end', seen: f.seen }),
  lostEvidence: (f) => ({ wanted: f.wanted, seen: f.seen }),
  shardMissing: (f) => ({ wanted: f.wanted, seen: 'nothing: the shard did not end or was not merged' }),
  credentialRefused: (f) => ({ wanted: 'a credential that the target accepts', seen: f.seen }),
  stranger: (f) => ({ wanted: 'this API at the base address', seen: f.seen }),
  unreachable: (f) => ({ wanted: 'a target that answers', seen: f.seen }),
  gapPresent: (f) => ({ wanted: `no such feature, as its file declares: ${f.reason}`, seen: 'the target offers it' }),
  tokenShape: (f) => ({
    wanted: `a token id of the form TKN-<uuid> for credential ${f.credential}`,
    seen: 'another form in the variable that the target file names',
  }),
  notHidden: (f) => ({ wanted: `${f.what} to be hidden from another account`, seen: f.seen }),
  notAnnounced: (f) => ({
    wanted: `a ${f.kind} webhook that says ${f.record} is ${f.status}`,
    seen: 'none, though reads show this status',
  }),
  disturbed: (f) => ({ wanted: f.wanted, seen: f.because }),
  openExperiment: (f) => ({
    wanted: f.wanted,
    seen: `an experiment open since ${f.since}, ${f.attempts} attempts so far, verdict due ${f.due}`,
  }),
  voidExperiment: (f) => ({ wanted: f.wanted, seen: `discarded: ${f.why}` }),
  notApplicable: (f) => ({ wanted: 'a target that offers this', seen: f.reason }),
};

/** Writes a fault as prose: the one place where facts become words. */
export function sentence(fault: Fault): Sentence {
  const write = sentences[fault.code] as (facts: Fault) => Sentence;
  return write(fault);
}

/** Formats a value for a sentence: at most 160 characters on one line; exact numbers as written. */
export function excerpt(value: unknown): string {
  const text = (typeof value === 'string' ? value : (stringify(value) ?? 'nothing')).replace(/\s+/g, ' ');
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}
