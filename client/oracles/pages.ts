import { learned, type OracleResult } from '../../oracles/core/result.ts';
import { type Exact, isObject, parseExact } from '../../schemas/json/exact.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import type { RequestLine } from '../record/clientLines.ts';
import { type ClientCall, memberOf, type ScenarioEvidence } from '../record/clientRecord.ts';
import { schemaAt } from '../server/edits.ts';
import { clientOperations } from '../server/operationTable.ts';
import { listedId } from '../server/pages.ts';
import type { PagesPlan } from '../server/rules.ts';
import { handedDifferences } from './handedPairs.ts';
import {
  answerOf,
  answerWords,
  type ClientOracle,
  clientFault,
  nameOfCall,
  notOffered,
  scenarioResult,
  unsupportedIn,
} from './oracle.ts';
import { mostShown } from './values.ts';

/** A walk may ask for this many pages more than there are: some clients stop at the first empty page, and some ask for many at once. */
const mostMore = 16;

/** A list that is walked; `mayFail`: pages of it fail, and the SDK may say so. */
type Walk = PagesPlan & { mayFail?: boolean };

function idsIn(call: ClientCall): string[] | undefined {
  const answer = answerOf(call);
  if (answer.is !== 'value' || !Array.isArray(answer.value)) return undefined;
  return answer.value.map((payment) => {
    const id = memberOf(payment, 'id');
    return typeof id === 'string' ? id : '';
  });
}

const doubled = (ids: readonly string[]) => ids.filter((id, at) => ids.indexOf(id) < at);

function faultsOfWalk(call: ClientCall, { name, requests }: ScenarioEvidence, plan: Walk): Fault[] {
  const where = nameOfCall(call);
  const fault = (wanted: string, seen: string) => [clientFault('clientPages', { wanted, seen, by: call, where })];
  const ids = idsIn(call);
  const smallest = plan.payments + (plan.growth?.by ?? 0);
  if (requests.length > smallest + mostMore) return fault('a walk that ends', `${requests.length} requests in ${name}`);
  const answer = answerOf(call);
  if (plan.mayFail && answer.is === 'error' && answer.kind !== 'argument') return [];
  if (!ids) return fault(`all payments as one list${plan.mayFail ? ', or an error' : ''}`, answerWords(answer));
  const wanted = Array.from({ length: plan.payments }, (_, at) => listedId(at));
  const had = new Set(ids);
  const lost = wanted.filter((id) => !had.has(id));
  if (lost.length > 0) return fault('every payment of the list', `${lost.length} of ${plan.payments} payments missing`);
  const double = doubled(ids);
  if (double.length > 0 && !plan.growth) return fault('each payment once', `${double.length} payments twice`);
  return requests.flatMap((request) =>
    lostFilters(call, request).map(
      (filter) => fault(`the filter ${filter} in the request for each page`, `${request.path} without it`)[0] as Fault,
    ),
  );
}

/** Returns the filters of a search that the request for one of its pages lacks. */
function lostFilters({ asked }: ClientCall, { path }: RequestLine): string[] {
  const sent = new URL(path, 'http://service').searchParams;
  const query = memberOf(asked, 'query');
  const filters = isObject(query) ? Object.entries(query) : [];
  return filters.flatMap(([name, value]) => (typeof value === 'string' && sent.get(name) !== value ? [name] : []));
}

/** Learns whether a payment that moved to a later page, because others came before it, is handed out again: interface.md asks nobody to remember pages. */
function whileGrowing(call: ClientCall, { requests }: ScenarioEvidence): OracleResult {
  const isTwice = doubled(idsIn(call) ?? []).length > 0;
  const exchanges = [call, ...requests].map(({ id }) => id);
  return learned('payments that move to a later page meanwhile', isTwice ? 'twice' : 'once', exchanges);
}

/** All pages are walked to the end: no payment of the list is lost, and none comes twice. What grew into the list meanwhile may be there or not. */
export const walksPages: ClientOracle<Walk> = (evidence, plan) => {
  const [call] = evidence.calls;
  if (!call) return scenarioResult(evidence, []);
  const answer = answerOf(call);
  if (answer.is === 'unsupported') return notOffered(answer.why);
  const faults = faultsOfWalk(call, evidence, plan);
  return plan.growth?.at === 'beginning' && faults.length === 0
    ? whileGrowing(call, evidence)
    : scenarioResult(evidence, faults);
};

const searched = clientOperations.get('searchPayments')?.answer ?? {};

/** Returns the payments of all pages that were answered, by id. */
function sentIn({ requests }: ScenarioEvidence): Map<Exact | undefined, Exact> {
  const pages = requests.map(({ answer }) => parseExact(answer?.text ?? ''));
  const payments = pages.flatMap((page) => {
    const content = 'fault' in page ? undefined : memberOf(page.value, 'content');
    return Array.isArray(content) ? content : [];
  });
  return new Map(payments.map((payment) => [memberOf(payment, 'id'), payment]));
}

/** The payments of walked pages are handed over with exact amounts; whether all are, another claim says. */
export const handsOverPages: ClientOracle<undefined> = (evidence) => {
  const sent = sentIn(evidence);
  const schema = schemaAt(schemaAt(searched, 'content'), 0);
  const faults = evidence.calls.flatMap((call) => {
    const answer = answerOf(call);
    const handed = answer.is === 'value' && Array.isArray(answer.value) ? answer.value : [];
    return handed.flatMap((payment) => {
      const own = sent.get(memberOf(payment, 'id'));
      if (own === undefined) return [];
      const pair = { sent: own, handed: payment, schema, place: '', isNeeded: true };
      return handedDifferences(pair, true).map(({ pair: { place, sent: wanted }, seen }) =>
        clientFault('clientValue', {
          wanted: `a payment of a walk to have ${place} as ${excerpt(wanted)}`,
          seen,
          by: call,
          where: nameOfCall(call),
        }),
      );
    });
  });
  return unsupportedIn(evidence) ?? scenarioResult(evidence, faults.slice(0, mostShown));
};
