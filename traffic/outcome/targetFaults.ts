import { violation } from './faultKind.ts';

/** The faults that only a target can cause: each violates an assertion. */
export const targetFaults = {
  schema: violation((f: { where: string; keyword: string; wanted: string; seen: string }) => ({
    wanted: `${f.where} ${f.wanted}`,
    seen: f.seen,
  })),
  notJson: violation((f: { operation: string; seen: string }) => ({
    wanted: `a JSON object or array from ${f.operation}`,
    seen: f.seen,
  })),
  contentType: violation((f: { operation: string; wanted: string; seen: string }) => ({
    wanted: `Content-Type ${f.wanted} from ${f.operation}`,
    seen: f.seen,
  })),
  notBareOrderId: violation((f: { operation: string; seen: string }) => ({
    wanted: `a bare ORD-<uuid> from ${f.operation}`,
    seen: f.seen,
  })),
  notUtc: violation((f: { where: string; seen: string }) => ({
    wanted: `an ISO 8601 time in UTC at ${f.where}`,
    seen: f.seen,
  })),
  zoneMissing: violation((f: { where: string; seen: string }) => ({
    wanted: `a time zone at ${f.where}`,
    seen: f.seen,
  })),
  notAnId: violation((f: { where: string; wanted: string; seen: string }) => ({
    wanted: `${f.wanted} at ${f.where}`,
    seen: f.seen,
  })),
  sharedId: violation((f: { value: string; first: string; second: string }) => ({
    wanted: `an identifier of only one record`,
    seen: `${f.value} is both ${f.first} and ${f.second}`,
  })),
  sharedAddress: violation((f: { address: string; first: string; second: string }) => ({
    wanted: 'an address of only one bundle',
    seen: `${f.address} for both ${f.first} and ${f.second}`,
  })),
  notListed: violation((f: { where: string; wanted: string; seen: string }) => ({
    wanted: `${f.where} to be ${f.wanted}`,
    seen: f.seen,
  })),
  leftFinal: violation((f: { payment: string; from: string; to: string; older: boolean }) => ({
    wanted: `${f.payment} to stay ${f.from}, which is final`,
    seen: `${f.to} in a later read${f.older ? ' (the record is older than this run)' : ''}`,
  })),
  backToNew: violation((f: { payment: string; from: string }) => ({
    wanted: `${f.payment} not to return to NEW`,
    seen: `NEW after ${f.from}`,
  })),
  backwards: violation((f: { record: string; from: string; to: string }) => ({
    wanted: `${f.record} to move only forward from ${f.from}`,
    seen: `${f.to} in a later read`,
  })),
  expiredEarly: violation((f: { record: string; at: string; seen: string }) => ({
    wanted: `${f.record} not to expire before ${f.at}`,
    seen: `EXPIRED at ${f.seen} by the target's clock`,
  })),
  apart: violation((f: { checkout: string; request: string; here: string; there: string }) => ({
    wanted: `${f.checkout} and its ${f.request} to settle on one outcome within 30 s`,
    seen: `checkout ${f.here}, request ${f.there}`,
  })),
  disagreement: violation((f: { payment: string; field: string; here: string; there: string }) => ({
    wanted: `${f.payment} to have the same ${f.field} in every answer`,
    seen: `${f.here} and ${f.there}`,
  })),
  notRefused: violation((f: { defect: string; seen: string }) => ({
    wanted: `a refusal of ${f.defect} (a valid request of the same kind was accepted)`,
    seen: f.seen,
  })),
  happened: violation((f: { what: string; seen: string }) => ({
    wanted: `${f.what}, which was refused, to have no effect`,
    seen: f.seen,
  })),
  notAccepted: violation((f: { what: string; seen: string }) => ({ wanted: `${f.what} accepted`, seen: f.seen })),
  crashed: violation((f: { request: string; seen: string }) => ({
    wanted: `a status below 500 for ${f.request}`,
    seen: f.seen,
  })),
  stackTrace: violation((f: { request: string; seen: string }) => ({
    wanted: `no stack trace in the answer to ${f.request}`,
    seen: f.seen,
  })),
  undescribed: violation((f: { operation: string; seen: string }) => ({
    wanted: `a status that the contract describes for ${f.operation}`,
    seen: f.seen,
  })),
  defectTaken: violation((f: { defect: string; seen: string }) => ({
    wanted: `a client error for ${f.defect}`,
    seen: f.seen,
  })),
  echoed: violation((f: { request: string; secret: string }) => ({
    wanted: `no secret in the answer to ${f.request}`,
    seen: `<${f.secret}>`,
  })),
  ledAway: violation((f: { request: string; wanted: string; seen: string }) => ({
    wanted: `no redirect from ${f.request} to a host other than ${f.wanted}`,
    seen: f.seen,
  })),
  htmlPage: violation((f: { request: string; seen: string }) => ({
    wanted: `no HTML error page in the answer to ${f.request}`,
    seen: f.seen,
  })),
  notReached: violation((f: { payment: string; wanted: string; seen: string }) => ({
    wanted: `${f.payment} to reach ${f.wanted} by the deadline`,
    seen: f.seen,
  })),
  tooFar: violation((f: { payment: string; wanted: string; seen: string }) => ({
    wanted: `${f.payment} to be ${f.wanted} and not yet final`,
    seen: f.seen,
  })),
  notAtCreation: violation((f: { where: string; wanted: string; seen: string }) => ({
    wanted: `${f.where} to be ${f.wanted} in the answer to a creation`,
    seen: f.seen,
  })),
  beyondEstimate: violation((f: { what: string; wanted: string; seen: string }) => ({
    wanted: `${f.what} to be ${f.wanted}, by the estimated fee`,
    seen: f.seen,
  })),
  farRate: violation((f: { what: string; wanted: string; seen: string }) => ({
    wanted: `${f.what} to be near ${f.wanted}, which another list shows,`,
    seen: f.seen,
  })),
  stillActive: violation((f: { where: string }) => ({
    wanted: `${f.where} to be inactive, since it is deactivated`,
    seen: 'active true',
  })),
  drifted: violation((f: { what: string; wanted: string; seen: string }) => ({
    wanted: `${f.what} to be ${f.wanted}, as before in the same end`,
    seen: f.seen,
  })),
  updatedAtCreation: violation((f: { where: string; seen: string }) => ({
    wanted: `${f.where} to be null in the answer to a creation`,
    seen: f.seen,
  })),
  notFound: violation((f: { what: string }) => ({ wanted: `search to find ${f.what}`, seen: 'no match' })),
  listedTwice: violation((f: { method: string }) => ({
    wanted: `one entry for ${f.method} in the list of methods`,
    seen: 'more than one',
  })),
  overdrawn: violation((f: { what: string; seen: string }) => ({
    wanted: `${f.what} to be refused or to fail`,
    seen: f.seen,
  })),
  notReturned: violation((f: { wanted: string; seen: string }) => ({ wanted: f.wanted, seen: f.seen })),
  page: violation((f: { where: string; wanted: string; seen: string }) => ({
    wanted: `${f.wanted} in the answer to ${f.where}`,
    seen: f.seen,
  })),
  doubled: violation((f: { payment: string; where: string }) => ({
    wanted: `${f.payment} only once in the pages of ${f.where}`,
    seen: 'two entries',
  })),
  missed: violation((f: { payment: string; where: string }) => ({
    wanted: `${f.payment} in ${f.where}`,
    seen: 'no such entry, though earlier and later answers show it',
  })),
  stray: violation((f: { payment: string; where: string; seen: string }) => ({
    wanted: `only matching payments in the answer to ${f.where}`,
    seen: `${f.payment} with ${f.seen}`,
  })),
  unordered: violation((f: { where: string; first: string; second: string }) => ({
    wanted: `the requested sort order in ${f.where}`,
    seen: `${f.second} after ${f.first}`,
  })),
  notConserved: violation((f: { what: string; wanted: string; seen: string }) => ({
    wanted: `${f.what} to move a balance by ${f.wanted}`,
    seen: f.seen,
  })),
  usedTwice: violation((f: { what: string; seen: string }) => ({
    wanted: `at most one order for ${f.what}`,
    seen: f.seen,
  })),
  differs: violation((f: { what: string; wanted: string; seen: string }) => ({
    wanted: `${f.wanted} as ${f.what}`,
    seen: f.seen,
  })),
  oddLimit: violation((f: { where: string; wanted: string; seen: string }) => ({
    wanted: `${f.wanted} for ${f.where}`,
    seen: f.seen,
  })),
  oddPage: violation((f: { where: string; wanted: string; seen: string }) => ({
    wanted: `${f.wanted} in the answer to ${f.where}`,
    seen: f.seen,
  })),
  orderedBySize: violation((f: { where: string }) => ({
    wanted: `amounts in the order of their values as shown in ${f.where}`,
    seen: 'an order that leaves their signs out',
  })),
  sharedUrl: violation((f: { url: string; first: string; second: string }) => ({
    wanted: 'a payUrl of only one pay-in',
    seen: `${f.url} for both ${f.first} and ${f.second}`,
  })),
  leftOut: violation((f: { where: string; seen: string }) => ({
    wanted: `a value at ${f.where}, which other entries of the list show`,
    seen: f.seen,
  })),
  crossed: violation((f: { pair: string; bid: string; ask: string }) => ({
    wanted: `a bid of ${f.pair} no higher than its ask`,
    seen: `bid ${f.bid}, ask ${f.ask}`,
  })),
  misrounded: violation((f: { what: string; wanted: string; seen: string }) => ({
    wanted: `${f.what} to be rounded to ${f.wanted}`,
    seen: f.seen,
  })),
  offMarket: violation((f: { what: string; wanted: string; seen: string }) => ({
    wanted: `${f.what} within ${f.wanted}`,
    seen: f.seen,
  })),
  allowanceRefused: violation((f: { allowance: string; seen: string }) => ({
    wanted: `${f.allowance} accepted`,
    seen: f.seen,
  })),
  overAllowance: violation((f: { allowance: string; seen: string }) => ({
    wanted: `at most ${f.allowance} accepted`,
    seen: f.seen,
  })),
  countedTogether: violation((f: { request: string; seen: string }) => ({
    wanted: `an answer to ${f.request}, whose own quota is not used up`,
    seen: f.seen,
  })),
  notHidden: violation((f: { what: string; seen: string }) => ({
    wanted: `${f.what} to be hidden from another account`,
    seen: f.seen,
  })),
  notAnnounced: violation((f: { record: string; kind: string; status: string }) => ({
    wanted: `a ${f.kind} webhook that says ${f.record} is ${f.status}`,
    seen: 'none, though reads show this status',
  })),
};
