import { expiry, fractionInTurn, livesInTurn, textsInTurn } from '../../../generators/payloads/checkout.ts';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import type { PaidArgs } from '../../../oracles/acquiring/lifecycle/settlement.ts';
import { missingFault } from '../../../oracles/general/acceptance.ts';
import { parseInstant } from '../../../schemas/domain/formats.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import type { ExchangeLine, ReadBack } from '../../../traffic/journal/journalTypes.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { create, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { ControlActions } from '../../worker/controlActions.ts';
import { targetNow } from '../../worker/targetNow.ts';
import type { Worker } from '../../worker/worker.ts';
import { placesByCurrency } from '../inputs/methods.ts';
import { drawnNumber } from '../inputs/turns.ts';
import { excessOf } from './excess.ts';
import { type PayableAsset, payableAssetOf, payableInTurn, payableToConvert, payableWithTwin } from './payableAsset.ts';
import { needsControl, type PaymentScenario, type ScenarioResult, scenarioSteps } from './paymentScenarios.ts';
import type { Projects } from './projects.ts';
import type { ReadBacks } from './readBack.ts';
import { askedCheckout, askedRequest, type Excess } from './transfers.ts';

/** Checkouts and requests on which a payment scenario is run. The scenario may also be that nobody pays. */
export interface PaidRequests {
  /**
   * Runs a payment scenario on a checkout or request, once in a run for each turn. Another turn has another asset, project, price and difference; without one,
   * the seed of the run decides. Stops the test if the target lacks what the scenario needs.
   */
  scenario(kind: ReadBack, fate: PaymentScenario, turn?: number): Promise<PaidArgs>;
  /** True if such a record can be paid and read back at the target. */
  canPay(kind: ReadBack): boolean;
  /**
   * Has the end user of a checkout choose an asset, and an amount where the end user decides it, and then try to choose another asset; once in a run for each
   * project and type of checkout.
   */
  chosen(plan: Plan, choice: { project: string; asset: string; amount?: string | undefined }): Promise<void>;
  /** Creates a request that nobody pays; the final reads read it again after its payment window. Stops the test if the request cannot be read back. */
  unpaid(): Promise<{ created: string }>;
}

/** What paid requests need. */
interface Parts {
  worker: Worker;
  api: Api;
  log: AssertionLog;
  control: ControlActions;
  projects: Projects;
  readBacks: ReadBacks;
}

/** A checkout that should expire during the test gets this lifetime, ms. If POSTs may have to wait for the quota, that wait is added. */
const soonMs = 3_000;

/** Scenarios for which the project must have a further asset, and why they do not apply if no project has it. */
const lacking = {
  'paid in another currency': { needs: 'other', reason: 'no project lists two assets of one blockchain' },
  'paid on another blockchain': { needs: 'twin', reason: 'no project lists one currency on two EVM blockchains' },
} as const;

const isLacking = (scenario: string): scenario is keyof typeof lacking => Object.hasOwn(lacking, scenario);

async function payable(
  { api, projects, log, worker }: Parts,
  { scenario, turn }: Partial<Fate> = {},
): Promise<PayableAsset> {
  const widgets = await projects.all();
  const hint = 'the deposit options show no minimum for any asset';
  const exchanges = widgets.map(({ options }) => options.id);
  const inTurn = turn === undefined ? undefined : payableInTurn(widgets, turn, await placesByCurrency(api));
  const twin = scenario === 'paid on another blockchain' ? payableWithTwin(widgets) : undefined;
  const hiding = scenario === 'chosen and left' ? widgets.filter(({ settings }) => settings.hideFee) : [];
  const converting = scenario === 'paid freely' ? payableToConvert(widgets) : [];
  const found =
    converting[drawnNumber(worker, 'a conversion') % Math.max(1, converting.length)] ??
    twin ??
    inTurn ??
    payableAssetOf(hiding) ??
    payableAssetOf(widgets);
  return found ?? log.stop({ code: 'missing', wanted: 'an asset to be paid in', hint, exchanges });
}

/** What happens to the records of these scenarios is written; what happens to the others is observed, so that they stay the same from night to night. */
const varied: readonly PaymentScenario[] = [
  'paid exactly',
  'underpaid',
  'overpaid',
  'underpaid by a unit',
  'paid twice',
  'paid in halves',
  'paid the least',
  'left alone',
];

/** The scenarios of records without a price: their end user chooses what to pay. */
const unpriced: readonly PaymentScenario[] = ['paid below the minimum', 'paid freely', 'paid the least'];

/** One scenario of a run. */
interface Fate {
  kind: ReadBack;
  scenario: PaymentScenario;
  turn: number | undefined;
  excess?: Excess;
}

/** Returns the turn of a scenario: the seed of a run draws the first, and neighbours have neighbouring turns. Undefined if the scenario does not vary. */
function drawnTurn({ worker }: Parts, { kind, scenario, turn }: Fate): number | undefined {
  const place = varied.indexOf(scenario);
  return place < 0 ? undefined : drawnNumber(worker, kind) + place + (turn ?? 0);
}

/** Returns the record created by the first plan that the target does not refuse; stops the test if it was not created. */
async function made({ api, worker, log }: Parts, [plan, ...others]: readonly [Plan, ...Plan[]], key?: string) {
  let created = await api.control(plan, key);
  for (const [nth, other] of others.entries())
    if (created.class === 'refused') created = await api.control(other, key && `${key}, in way ${nth + 2}`);
  if (created.class === 'accepted' && textField(created.json, 'id') !== undefined) return created;
  return log.stop(missingFault(worker.record, created, 'the id of what was created'));
}

/** Returns a request that nobody pays, of a price by the seed of the run; it has a name of its own, since a test may pay a request that others share. */
async function unpaid(parts: Parts): Promise<{ project: string; created: Exchange }> {
  const fate: Fate = { kind: 'request', scenario: 'left alone', turn: drawnNumber(parts.worker, 'unpaid requests') };
  const { project } = await payable(parts, fate);
  return { project, created: await made(parts, await planOf(parts, fate), 'request left alone') };
}

/** Returns a moment in the near future as text. It is in the target's time, which a creation has shown. */
async function soon(parts: Parts): Promise<string> {
  const { quota } = parts.worker.target;
  const { created: request } = await unpaid(parts);
  const shown = parseInstant(textField(request.json, 'createdAt') ?? '');
  if (!shown) return parts.log.stop({ code: 'noEvidence', wanted: 'the time of a creation', exchanges: [request.id] });
  const now = shown.epochNs + process.hrtime.bigint() - request.receivedNs;
  const waitMs = soonMs + (quota.post === undefined ? 0 : 1.5 * quota.windowMs);
  return new Date(Number(now / 1_000_000n) + waitMs).toISOString();
}

const expiring: readonly PaymentScenario[] = ['left alone', 'paid late', 'paid as it ends'];

/** Returns what a checkout of a scenario is called, where it returns to, whether its asset is preselected and how long it lives: the seed of a run draws all. */
async function drawnFields({ worker, projects }: Parts, { scenario, turn }: Fate, asset: string) {
  const drawn = (what: string) => drawnNumber(worker, `${what} of a checkout, ${scenario} ${turn}`);
  const texts = {
    ...textsInTurn(drawn('name'), drawn('returnUrl')),
    ...(drawn('preselection') % 2 === 0 && { preselectedCryptoCurrency: asset }),
  };
  const lives = varied.includes(scenario) ? [undefined, ...livesInTurn] : [undefined];
  const minutes = lives[drawn('life') % lives.length];
  const [{ options }] = await projects.all();
  const end = (life: number) => expiry(targetNow(options), life, fractionInTurn(drawn('fraction')));
  return { texts, ...(minutes !== undefined && { expiresAt: end(minutes) }) };
}

/** Returns the plans of a record, in the order in which they are tried: a target may refuse the texts, the life or the decimals of the first. */
async function planOf(parts: Parts, fate: Fate): Promise<[Plan, ...Plan[]]> {
  const { kind, scenario } = fate;
  const found = await payable(parts, fate);
  const { project, asset, price, converted, plain } = found;
  if (isLacking(scenario) && found[lacking[scenario].needs] === undefined)
    parts.log.stop({ code: 'notApplicable', reason: lacking[scenario].reason, exchanges: [] });
  const isFree = unpriced.includes(scenario);
  if (kind === 'request') {
    const asking = (one?: typeof price) => create.request(project, askedRequest(asset, isFree ? undefined : one));
    return [asking(price), ...(plain ? [asking(plain)] : [])];
  }
  const asked = isFree ? undefined : converted;
  const ends = expiring.includes(scenario) ? await soon(parts) : undefined;
  const { texts, expiresAt } = await drawnFields(parts, fate, asset);
  return [askedCheckout(asked, ends ?? expiresAt, texts), askedCheckout(plain ?? asked, ends)].map((body) =>
    create.checkout(project, body),
  ) as [Plan, ...Plan[]];
}

/** Stops the test before anything is sent if the target lacks the control API or the read path that a scenario needs. */
function check({ log, control, readBacks }: Parts, kind: ReadBack, scenario: PaymentScenario): void {
  const hints = [
    ...(readBacks.has(kind) ? [] : [`none under paths.${kind}, to read a ${kind} back`]),
    ...(control.declared || !needsControl(scenario) ? [] : ['none under levers.control, to pay']),
  ];
  if (hints.length === 0) return;
  const hint = `the target file names ${hints.join(', and ')}`;
  log.stop({ code: 'missing', wanted: `a ${kind} that can be ${scenario}`, hint, exchanges: [] });
}

/** The result of a scenario in the form that is shared with every worker of the run. Its exchanges are evidence for all assertions on the scenario. */
interface StoredResult extends ScenarioResult {
  lines: readonly ExchangeLine[];
}

/** Runs a scenario and collects the reads that matter: those where the status changes, and the last ones. */
async function met(parts: Parts, { kind, scenario, turn, excess }: Fate, created: Exchange): Promise<StoredResult> {
  const { worker } = parts;
  const before = worker.record.exchanges.length;
  const fated = await scenarioSteps[scenario]({
    ...parts,
    ...(await payable(parts, { scenario, turn })),
    ...(turn !== undefined && { turn }),
    ...(excess && { excess }),
    kind,
    created,
    record: worker.record,
    deadlines: worker.target.deadlines,
  });
  const lines = worker.record.exchanges.slice(before).flatMap(({ line }) => (line.readBack ? [line] : []));
  return { ...fated, lines: lines.filter((line, index) => showsChange(line, lines[index - 1], lines[index + 1])) };
}

function showsChange(line: ExchangeLine, ...beside: (ExchangeLine | undefined)[]): boolean {
  const seen = (one: ExchangeLine | undefined) =>
    one && `${one.readBack} ${textField(Exchange.of(one).json, 'status')} ${textField(Exchange.of(one).json, 'id')}`;
  return beside.some((one) => seen(one) !== seen(line));
}

/** Returns the `paidRequests` tool of one requirement. */
export function paidRequestsOf(parts: Parts): PaidRequests {
  const { record, limiter, patiently } = parts.worker;
  const keep = (line: ExchangeLine) => {
    if (!record.has(line.id)) record.add(line);
  };
  return {
    canPay: (kind) => parts.control.declared && parts.readBacks.has(kind),
    chosen: async (plan, { project, asset, amount }) => {
      const created = await made(parts, [plan]);
      const of = { project, id: textField(created.json, 'id') ?? '' };
      const look = async () => (await parts.readBacks.read('checkout', of)).line;
      const more = amount !== undefined && { amount };
      const twice = async () => {
        await parts.control.choose(of.id, { asset, ...more });
        const first = await look();
        const [other = asset] = (await parts.projects.all())
          .flatMap(({ id, assets }) => (id === project ? assets : []))
          .filter((one) => one !== asset);
        await parts.control.chooseAgain(of.id, { asset: other, ...more });
        return [first, await look()];
      };
      const lines = await patiently(() => limiter.once(`chosen in ${project}, ${plan.body?.['type']}`, twice));
      for (const line of lines) keep(line);
    },
    unpaid: async () => {
      check(parts, 'request', 'left alone');
      const { project, created } = await unpaid(parts);
      await parts.readBacks.read('request', { project, id: textField(created.json, 'id') ?? '' });
      return { created: created.id };
    },
    scenario: async (kind, scenario, turn) => {
      check(parts, kind, scenario);
      const excess = excessOf(parts.worker, kind, turn);
      const fate = { kind, scenario, turn: drawnTurn(parts, { kind, scenario, turn }), excess };
      const name = turn === undefined ? `${kind} ${scenario}` : `${kind} ${scenario}, turn ${turn}`;
      const created = await made(parts, await planOf(parts, fate), name);
      const { lines, ...fated } = await patiently(() => limiter.once(`fate ${name}`, () => met(parts, fate, created)));
      for (const line of lines) keep(line);
      return { kind, created: created.id, ...fated };
    },
  };
}
