import { stringify } from 'lossless-json';
import type { Attribution, Outcome } from './outcome.ts';
import { type UnreadableFacts, unreadableSentences, unreadableWeights } from './unreadFaults.ts';

/** The facts of each thing that can be wrong, by code; the sentences below turn them into prose. */
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

/** One thing that is wrong or missing: its code, its facts, and the numbers of the exchanges that show it. */
export type Fault = { [Code in FaultCode]: { code: Code; exchanges: readonly string[] } & Facts[Code] }[FaultCode];

/** What a fault means for a verdict: the target broke a claim, or the outcome that it leaves and at whose door it lies. */
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

/** The weight of a fault: `broken` for all that only a target can do wrong. */
export function weightOf(fault: Fault): Weight {
  return weights[fault.code] ?? 'broken';
}

/** What was wanted and what was seen, as two phrases. */
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
  notUtc: (f) => ({ wanted: `an ISO 8601 instant in UTC at ${f.where}`, seen: f.seen }),
  zoneMissing: (f) => ({ wanted: `a written zone at ${f.where}`, seen: f.seen }),
  notAnId: (f) => ({ wanted: `${f.wanted} at ${f.where}`, seen: f.seen }),
  sharedId: (f) => ({
    wanted: `an identifier of one record only`,
    seen: `${f.value} is both ${f.first} and ${f.second}`,
  }),
  sharedAddress: (f) => ({
    wanted: 'an address of one bundle only',
    seen: `${f.address} is of ${f.first} and of ${f.second}`,
  }),
  notListed: (f) => ({ wanted: `${f.where} one of ${f.wanted}`, seen: f.seen }),
  leftFinal: (f) => ({
    wanted: `${f.payment} to stay ${f.from}, which is final`,
    seen: `${f.to} in a later read${f.older ? ' (a record older than this run)' : ''}`,
  }),
  backToNew: (f) => ({ wanted: `${f.payment} not to return to NEW`, seen: `NEW after ${f.from}` }),
  backwards: (f) => ({ wanted: `${f.record} to move only forward from ${f.from}`, seen: `${f.to} in a later read` }),
  expiredEarly: (f) => ({
    wanted: `${f.record} not EXPIRED before ${f.at}`,
    seen: `EXPIRED by ${f.seen} of its own clock`,
  }),
  apart: (f) => ({
    wanted: `${f.checkout} and its ${f.request} to settle on one outcome within 30 s`,
    seen: `the checkout ${f.here}, the request ${f.there}`,
  }),
  disagreement: (f) => ({ wanted: `${f.payment} to have one ${f.field} everywhere`, seen: `${f.here} and ${f.there}` }),
  notRefused: (f) => ({ wanted: `refusal of ${f.defect}; its sound twin was accepted`, seen: f.seen }),
  happened: (f) => ({ wanted: `no effect of ${f.what}, which was refused`, seen: f.seen }),
  notAccepted: (f) => ({ wanted: `${f.what} accepted`, seen: f.seen }),
  crashed: (f) => ({ wanted: `an answer below 500 to ${f.request}`, seen: f.seen }),
  stackTrace: (f) => ({ wanted: `no stack trace in the answer to ${f.request}`, seen: f.seen }),
  undescribed: (f) => ({ wanted: `a status that the contract describes for ${f.operation}`, seen: f.seen }),
  defectTaken: (f) => ({ wanted: `a client error for ${f.defect}`, seen: f.seen }),
  echoed: (f) => ({ wanted: `no secret in the answer to ${f.request}`, seen: `<${f.secret}>` }),
  ledAway: (f) => ({ wanted: `${f.request} not to lead away from ${f.wanted}`, seen: f.seen }),
  htmlPage: (f) => ({ wanted: `no HTML error page in answer to ${f.request}`, seen: f.seen }),
  notReached: (f) => ({ wanted: `${f.payment} to reach ${f.wanted} by the deadline`, seen: f.seen }),
  tooFar: (f) => ({ wanted: `${f.payment} to be ${f.wanted} and not final`, seen: f.seen }),
  notAtCreation: (f) => ({ wanted: `${f.where} ${f.wanted} in the answer to a creation`, seen: f.seen }),
  updatedAtCreation: (f) => ({ wanted: `${f.where} null in the answer to a creation`, seen: f.seen }),
  notFound: (f) => ({ wanted: `search to find ${f.what}`, seen: 'it does not' }),
  listedTwice: (f) => ({ wanted: `one method for ${f.method}`, seen: 'more than one in the list' }),
  overdrawn: (f) => ({ wanted: `${f.what} refused or failed`, seen: f.seen }),
  notReturned: (f) => ({ wanted: f.wanted, seen: f.seen }),
  page: (f) => ({ wanted: `${f.wanted} in the answer to ${f.where}`, seen: f.seen }),
  doubled: (f) => ({ wanted: `${f.payment} once among the pages of ${f.where}`, seen: 'it is there twice' }),
  missed: (f) => ({ wanted: `${f.payment} in ${f.where}`, seen: 'it is not there, though it was before and after' }),
  stray: (f) => ({
    wanted: `only payments that match in the answer to ${f.where}`,
    seen: `${f.payment} with ${f.seen}`,
  }),
  unordered: (f) => ({ wanted: `the order that is asked for in ${f.where}`, seen: `${f.second} after ${f.first}` }),
  notConserved: (f) => ({ wanted: `${f.what} to move a balance by ${f.wanted}`, seen: f.seen }),
  usedTwice: (f) => ({ wanted: `at most one order by ${f.what}`, seen: f.seen }),
  differs: (f) => ({ wanted: `${f.wanted} as ${f.what}`, seen: f.seen }),
  crossed: (f) => ({ wanted: `a bid of ${f.pair} no higher than its ask`, seen: `bid ${f.bid}, ask ${f.ask}` }),
  misrounded: (f) => ({ wanted: `${f.what} to come to ${f.wanted}`, seen: f.seen }),
  offMarket: (f) => ({ wanted: `${f.what} within ${f.wanted}`, seen: f.seen }),
  noEvidence: (f) => ({ wanted: f.wanted, seen: 'nothing in this run shows it' }),
  missing: (f) => ({ wanted: f.wanted, seen: f.hint }),
  controlFailed: (f) => ({ wanted: `the sound twin accepted: ${f.control}`, seen: f.seen }),
  throttled: (f) => ({ wanted: `an answer to ${f.request}`, seen: `429: ${f.because}` }),
  throttledEarly: (f) => ({ wanted: `an answer to ${f.request}, which the quota allows`, seen: f.seen }),
  allowanceRefused: (f) => ({ wanted: `${f.allowance} accepted`, seen: f.seen }),
  overAllowance: (f) => ({ wanted: `no more accepted than ${f.allowance}`, seen: f.seen }),
  countedTogether: (f) => ({ wanted: `an answer to ${f.request}, whose own allowance is not used up`, seen: f.seen }),
  quotaUnavailable: (f) => ({ wanted: 'leave to send a request', seen: f.seen }),
  accountHeld: (f) => ({ wanted: 'an account that no other run uses', seen: f.seen }),
  receiverHeld: (f) => ({ wanted: 'webhooks that this run can receive', seen: f.seen }),
  unsettled: (f) => ({ wanted: `to know what became of ${f.request}`, seen: `${f.seen}: it is not sent again` }),
  suiteError: (f) => ({ wanted: 'the check to run', seen: f.message }),
  notFinished: (f) => ({ wanted: 'its test to run to the end', seen: f.seen }),
  lostEvidence: (f) => ({ wanted: f.wanted, seen: f.seen }),
  shardMissing: (f) => ({ wanted: f.wanted, seen: 'none: it did not end, or was not merged' }),
  credentialRefused: (f) => ({ wanted: 'a credential that the target accepts', seen: f.seen }),
  stranger: (f) => ({ wanted: 'this API at the base address', seen: f.seen }),
  unreachable: (f) => ({ wanted: 'a target that answers', seen: f.seen }),
  gapPresent: (f) => ({ wanted: `a target without it, as its file declares: ${f.reason}`, seen: 'it is there' }),
  tokenShape: (f) => ({
    wanted: `a token id like TKN-<uuid> for the credential ${f.credential}`,
    seen: 'another, in the variable that the target file names',
  }),
  notHidden: (f) => ({ wanted: `${f.what} not shown to another account`, seen: f.seen }),
  notAnnounced: (f) => ({
    wanted: `a ${f.kind} webhook that says ${f.record} is ${f.status}`,
    seen: 'none came, though reads show that it is',
  }),
  disturbed: (f) => ({ wanted: f.wanted, seen: f.because }),
  openExperiment: (f) => ({
    wanted: f.wanted,
    seen: `open since ${f.since}, ${f.attempts} attempts so far, verdict due ${f.due}`,
  }),
  voidExperiment: (f) => ({ wanted: f.wanted, seen: `void: ${f.why}` }),
  notApplicable: (f) => ({ wanted: 'a target that offers this', seen: f.reason }),
};

/** The prose of a fault: the one place where facts become words. */
export function sentence(fault: Fault): Sentence {
  const write = sentences[fault.code] as (facts: Fault) => Sentence;
  return write(fault);
}

/** A value as it may stand in a sentence: at most 160 characters, on one line; exact numbers as they were written. */
export function excerpt(value: unknown): string {
  const text = (typeof value === 'string' ? value : (stringify(value) ?? 'nothing')).replace(/\s+/g, ' ');
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}
