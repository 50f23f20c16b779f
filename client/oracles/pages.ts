import { learned } from '../../oracles/core/result.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { type ClientCall, memberOf, type ScenarioEvidence } from '../record/clientRecord.ts';
import { listedId } from '../server/pages.ts';
import type { PagesPlan } from '../server/rules.ts';
import {
  answerOf,
  answerWords,
  type ClientOracle,
  clientFault,
  nameOfCall,
  notOffered,
  scenarioResult,
} from './oracle.ts';

/** A walk may ask for this many pages more than there are: some clients stop at the first empty page. */
const mostMore = 3;

function idsIn(call: ClientCall): string[] | undefined {
  const answer = answerOf(call);
  if (answer.is !== 'value' || !Array.isArray(answer.value)) return undefined;
  return answer.value.map((payment) => {
    const id = memberOf(payment, 'id');
    return typeof id === 'string' ? id : '';
  });
}

const doubled = (ids: readonly string[]) => ids.filter((id, at) => ids.indexOf(id) < at);

function faultsOfWalk(call: ClientCall, { name, requests }: ScenarioEvidence, plan: PagesPlan): Fault[] {
  const where = nameOfCall(call);
  const fault = (wanted: string, seen: string) => [clientFault('clientPages', { wanted, seen, by: call, where })];
  const ids = idsIn(call);
  const smallest = plan.payments + (plan.growth?.by ?? 0);
  if (requests.length > smallest + mostMore) return fault('a walk that ends', `${requests.length} requests in ${name}`);
  if (!ids) return fault('all payments as one list', answerWords(answerOf(call)));
  const wanted = Array.from({ length: plan.payments }, (_, at) => listedId(at));
  const had = new Set(ids);
  const lost = wanted.filter((id) => !had.has(id));
  if (lost.length > 0) return fault('every payment of the list', `${lost.length} of ${plan.payments} payments missing`);
  const double = doubled(ids);
  const isShifted = plan.growth?.at === 'beginning';
  return double.length > 0 && !isShifted ? fault('each payment once', `${double.length} payments twice`) : [];
}

/** All pages are walked to the end: no payment of the list is lost, and none comes twice. What grew into the list meanwhile may be there or not. */
export const walksPages: ClientOracle<PagesPlan> = (evidence, plan) => {
  const [call] = evidence.calls;
  if (!call) return scenarioResult(evidence, []);
  const answer = answerOf(call);
  if (answer.is === 'unsupported') return notOffered(answer.why);
  const faults = faultsOfWalk(call, evidence, plan);
  if (faults.length > 0 || plan.growth?.at !== 'beginning') return scenarioResult(evidence, faults);
  const double = doubled(idsIn(call) ?? []).length;
  return learned(
    'payments that come twice if the list grows at its beginning',
    double > 0 ? 'handed over twice' : 'handed over once',
    [call.id],
  );
};
