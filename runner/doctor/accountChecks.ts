import { sample } from 'fast-check';
import { paymentBody } from '../../generators/payloads/payment.ts';
import { listedAssets } from '../../oracles/answers/acquiringRecords.ts';
import { balanceIn } from '../../oracles/answers/balances.ts';
import { decimal } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import { type Method, methodName, methodsOf } from '../actions/inputs/methods.ts';
import { type Costs, everyCost } from '../selection/costs.ts';
import type { Amounts } from '../selection/outlay.ts';
import { type Check, lineIn } from './check.ts';
import type { Dependents } from './dependents.ts';
import type { Visit } from './visit.ts';
import { yamlWord } from './yamlWord.ts';

/** A visit, and what the requirements depend on and cost. */
export interface AccountParts {
  visit: Visit;
  dependents: Dependents;
  costs: Costs;
}

/** Any card pays, so a run generates a missing card. */
const anyCard = { cardNumber: '4111111111111111' };

/** Returns the last answer with the methods of the main account. */
function methodsAnswer({ exchanges, target }: Visit): Exchange | undefined {
  return exchanges.findLast(
    ({ line, isTaken }) =>
      isTaken &&
      line.operation === 'GET /v1/user/methods' &&
      line.request.signature.credential === target.credentials[0].label,
  );
}

/** Returns the methods that the target lists; undefined if its list was not read. */
function listedMethods(visit: Visit): Method[] | undefined {
  const answer = methodsAnswer(visit);
  const { target } = visit;
  const samplesFor = (key: string) => target.samples[key] ?? (key === 'CC_VISAMC' ? anyCard : {});
  return answer && Array.isArray(answer.json) ? methodsOf(answer.json, samplesFor) : undefined;
}

/** The most entries of samples in a line to add: the target's list may be of any length. */
const mostSamples = 20;

const missingIn = (method: Method): readonly string[] =>
  sample(paymentBody(method), { seed: 1, numRuns: 1 })[0]?.missing ?? [];

const sampleKey = ({ methodKey, blockchain }: Method) =>
  methodKey === 'CRYPTOCOIN' && blockchain !== undefined ? `${methodKey}/${blockchain}` : methodKey;

/** Returns the fields that only the operator knows, by the name under `samples` that gives them. */
function missingSamples(methods: readonly Method[]): Map<string, ReadonlySet<string>> {
  const byKey = new Map<string, ReadonlySet<string>>();
  for (const method of methods) {
    const fields = missingIn(method);
    if (fields.length > 0) byKey.set(sampleKey(method), new Set([...(byKey.get(sampleKey(method)) ?? []), ...fields]));
  }
  return byKey;
}

/** Returns the check of the samples that listed methods need. The costs of combinations name their method. */
function sampleChecks(methods: readonly Method[], { visit, dependents, costs }: AccountParts): Check[] {
  const lacking = methods.filter((method) => missingIn(method).length > 0).map(methodName);
  if (lacking.length === 0) return [];
  const uses = (combination: string) => lacking.some((name) => combination.includes(name));
  const ids = Object.entries(costs.probes).flatMap(([id, { cells }]) =>
    cells.some(({ of }) => Object.keys(of).some(uses)) ? [id] : [],
  );
  const samples = [...missingSamples(methods)].map(
    ([key, fields]) => `${yamlWord(key)}: { ${[...fields].map((field) => `${yamlWord(field)}: "…"`).join(', ')} }`,
  );
  const line = lineIn(
    'samples',
    Object.keys(visit.target.samples).length > 0,
    samples.slice(0, mostSamples).join(', '),
  );
  const says = `values that only you know, for ${lacking.length} of the ${methods.length} methods; without them these methods stay untried`;
  return [{ thing: 'samples', state: 'missing', says, ...line, costs: dependents.named(ids), inPart: true }];
}

const isOrder = (operation: string) => operation.startsWith('POST /v1/user/payments/');

/** Returns the checks of the methods list, and of the samples that its methods need. */
export function methodChecks(parts: AccountParts): Check[] {
  const methods = listedMethods(parts.visit);
  const thing = 'methods';
  if (!methods) {
    const seen = methodsAnswer(parts.visit)?.seen;
    const says = `the methods list could not be read${seen === undefined ? '' : `: ${seen}`}`;
    return [{ thing, state: seen === undefined ? 'not checked' : 'wrong', says }];
  }
  if (methods.length === 0) {
    const todo = 'Let support enable payment methods for the account.';
    const costs = parts.dependents.ofOperations((operations) => operations.some(isOrder));
    return [{ thing, state: 'missing', says: 'the account has no payment method', todo, costs }];
  }
  const count = (type: string) => methods.filter(({ orderType }) => orderType === type).length;
  const says = `${count('PAYIN')} for pay-ins and ${count('PAYOUT')} for pay-outs`;
  return [{ thing, state: 'ok', says }, ...sampleChecks(methods, parts)];
}

/** Returns the requirements that spend a currency, by their costs. */
function spending(currency: string, { costs, dependents }: AccountParts): string[] {
  const ids = Object.entries(costs.probes).flatMap(([id, cost]) =>
    everyCost(cost).some(({ takes }) => takes[currency] !== undefined) ? [id] : [],
  );
  return dependents.named(ids);
}

/** Compares the balances with what a nightly run takes, by the forecast. */
export async function balanceChecks(parts: AccountParts, takes: Amounts): Promise<Check[]> {
  const { visit, dependents } = parts;
  const thing = 'balances';
  const answer = await visit.get(read.balances());
  if (!answer?.isTaken)
    return [
      {
        thing,
        state: 'not checked',
        says: answer ? `GET balances was answered ${answer.seen}` : 'the balances could not be read',
      },
    ];
  const listed = new Set(
    (listedMethods(visit) ?? []).flatMap(({ orderType, currency }) => (orderType === 'PAYOUT' ? [currency] : [])),
  );
  const needed = Object.entries(takes).filter(([currency]) => listed.has(currency));
  const held = needed.map(([currency, sum]) => ({ currency, sum, figure: balanceIn(answer, currency) }));
  if (needed.length > 0 && held.every(({ figure }) => figure === undefined)) {
    const says = 'the answer shows no balance of a currency that can be paid out';
    const todo = 'Pay in, or say where the amounts are in the answer.';
    const add = 'balances: { list: "…", currency: "…", figure: "…" }';
    return [{ thing, state: 'missing', says, todo, add, costs: dependents.ofTools('balances') }];
  }
  const short = held.filter(({ figure, sum }) => figure === undefined || figure.lt(decimal(sum)));
  if (short.length === 0) {
    const words =
      needed.length === 0
        ? 'no pay-out currency of the forecast is listed'
        : `enough of ${needed.map(([name]) => name).join(', ')} for a nightly run`;
    return [{ thing, state: needed.length === 0 ? 'not checked' : 'ok', says: words }];
  }
  return short.map(({ currency, sum, figure }) => ({
    thing: `balance ${currency}`,
    state: 'missing',
    says: `a nightly run takes up to ${sum}, and the account has ${figure?.toFixed() ?? 'none'}`,
    todo: `Give the account at least ${sum} ${currency}.`,
    costs: spending(currency, parts),
  }));
}

/** More projects than this are not tried, so that GETs are left for the rest. */
const mostProjects = 4;

/** Returns the checks of the projects of the target file. */
export async function projectChecks({ visit, dependents }: AccountParts): Promise<Check[]> {
  const { projects } = visit.target;
  const costs = () => dependents.ofProjects();
  if (projects.length === 0) {
    const says = 'the widgets of the account, for crypto acquiring';
    return [{ thing: 'projects', state: 'missing', says, add: 'projects: [{ id: CAP-… }]', costs: costs() }];
  }
  const checks: Check[] = [];
  for (const { id } of projects.slice(0, mostProjects)) {
    const answer = await visit.get(read.depositOptions(id));
    const thing = `project ${id}`;
    if (!answer) checks.push({ thing, state: 'not checked', says: 'no request was left' });
    else if (answer.isTaken)
      checks.push({ thing, state: 'ok', says: `lists ${listedAssets(answer.json).length} assets` });
    else
      checks.push({
        thing,
        state: 'wrong',
        says: `its deposit options were answered ${answer.seen}`,
        todo: 'Copy the id of the project from the dashboard again.',
        ...(projects.length === 1 && { costs: costs() }),
      });
  }
  return checks;
}
