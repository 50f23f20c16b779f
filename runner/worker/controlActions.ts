import { stringify } from 'lossless-json';
import type { AssertionLog } from '../../judge/assertionLog.ts';
import { uriEncoded } from '../../schemas/json/uriEncoding.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import type { Target } from '../../traffic/target/target.ts';
import { hasOwnClock } from '../../traffic/target/targetFacts.ts';
import { callControlApi, jsonOf } from '../../traffic/transport/controlApi.ts';
import type { Worker } from './worker.ts';

/** Control actions, which change a target by means outside the interface. Each is a line of the journal. */
export interface ControlActions {
  /** True if the target file declares a control API. */
  declared: boolean;
  /** Pays an amount of an asset, a decimal, to an address on the target's chain. */
  pay(transfer: { asset: string; address: string; amount: string }): Promise<void>;
  /** Pays as `pay` does, in an asset that a control API may not know at an address. Returns whether it took the payment; a refusal ends nothing. */
  tryPay(transfer: { asset: string; address: string; amount: string }): Promise<boolean>;
  /** Chooses the asset of a payment on the page of a checkout, and the amount if the end user decides it. */
  choose(checkout: string, choice: { asset: string; amount?: string }): Promise<void>;
  /** Chooses once more, which the checkout page may refuse. */
  chooseAgain(checkout: string, choice: { asset: string; amount?: string }): Promise<void>;
  /** Submits, reviews or links a domain of a project, as the dashboard does. Returns whether the control API did so; it need not offer that. */
  tryDomain(project: string, domain: { name: string; state: string; linked: boolean }): Promise<boolean>;
  /** Makes a revoked token of the target file work again, by its label; false if the control API does not offer that. */
  tryRestore(label: string): Promise<boolean>;
  /** Revokes a token of the target file by its label. Stops the test if that fails: nobody may judge the target by a token that still stands. */
  revoke(label: string): Promise<void>;
  /** Moves a payment to a status on its way; false if the control API does not offer that, or the payment has ended meanwhile. */
  tryStatus(payment: string, status: string): Promise<boolean>;
  /** Creates a payment link of a project with its checkout, as the dashboard does; undefined where the control API does not offer that, or refuses it. */
  tryPaymentLink(project: string, body: object): Promise<PaymentLink | undefined>;
  /** Disables a static address, as the service does after a violation of its rules (§ Crypto acquiring, bundle rule 4). */
  disable(address: string): Promise<void>;
  /**
   * Moves a payment to a status; PARTIAL_SUCCESS comes with the processed amount. A sandbox may have ended the payment on its own meanwhile, so a refusal is
   * ignored if `hasEnded` confirms that. Throws StatusNotOffered for a refused status that a control API need not offer; see `whereOffered`.
   */
  settle(
    payment: string,
    outcome: { status: string; processedAmount?: string; reason?: string },
    hasEnded?: () => Promise<boolean>,
  ): Promise<void>;
}

/** A payment link, and the id of the checkout that came with it. */
export interface PaymentLink {
  url: string;
  checkout: string;
}

/** The statuses that a control API must offer (docs/test-control-api.md). */
const mustOffer: readonly string[] = ['SUCCESS', 'FAILED', 'PARTIAL_SUCCESS', 'FROZEN'];

/** Ends a combination whose status the control API does not offer; that it is not applicable is already logged. */
class StatusNotOffered extends Error {
  override readonly name = 'StatusNotOffered';
}

/** Runs one combination. If the control API refuses a status that it need not offer, only this combination ends, and the test goes on with the next one. */
export async function whereOffered(combination: () => Promise<void>): Promise<void> {
  try {
    await combination();
  } catch (error) {
    if (!(error instanceof StatusNotOffered)) throw error;
  }
}

/** The fault for a target without a control API. */
export const noControlApi: Fault = {
  code: 'missing',
  wanted: 'the control API of the target',
  hint: 'the target file declares none under levers.control',
  exchanges: [],
};

/** Runs a control action at a target and logs it; returns what the control API said, and if the action failed, the fault and whether it was refused. */
async function controlActionEnd(
  worker: Worker,
  requirement: string,
  [what, args]: readonly [string, object],
): Promise<{ fault?: Fault; isRefused: boolean; said: Record<string, unknown> }> {
  const { control } = worker.target;
  if (!control) return { fault: noControlApi, isRefused: false, said: {} };
  const askedNs = String(process.hrtime.bigint());
  const answer = await callControlApi(control, { what, body: args });
  const ok = 'status' in answer && answer.status < 300;
  worker.write({ kind: 'lever', requirement, what, args, ok, askedNs, atNs: String(process.hrtime.bigint()) });
  if (ok) return { isRefused: false, said: jsonOf(answer) };
  const hint =
    'status' in answer
      ? `the control API answered ${answer.status}`
      : `the control API did not answer: ${answer.failure.code}`;
  const fault = { code: 'missing', wanted: `the control action ${what} to succeed`, hint, exchanges: [] } as const;
  return { fault, isRefused: 'status' in answer, said: {} };
}

/** Runs a control action at a target and logs it; returns the fault if the action failed. */
export async function runControlAction(...action: Parameters<typeof controlActionEnd>): Promise<Fault | undefined> {
  return (await controlActionEnd(...action)).fault;
}

/** True if a run may move the target's clock: only one that may be moved, and not in a shard, because other shards may be waiting. */
export const canMoveClock = ({ facts, control }: Pick<Target, 'facts' | 'control'>, { shard }: Selection): boolean =>
  hasOwnClock(facts) && control !== undefined && shard === undefined;

/** True if the run could move the target's clock if there were no other shards. */
export const mustNotMoveClock = (
  target: Pick<Target, 'facts' | 'control'>,
  { shard, ...selection }: Selection,
): boolean => shard !== undefined && canMoveClock(target, selection);

/** Why tests that take hours or days do not run if `mustNotMoveClock` is true. */
export const whyClockIsNotMoved =
  'in a shard the clock of the target is not moved, because other shards may be waiting';

/** Moves a target's clock by ms; returns whether it did. */
export type Advance = (ms: number) => Promise<boolean>;

/**
 * Returns a function that moves the clock of a target, so that records can be read as if days had passed. This function returns whether the clock moved.
 * Returns undefined if the run may not move the clock.
 */
export function moveClockOf(worker: Worker): Advance | undefined {
  if (!canMoveClock(worker.target, worker.run.selection)) return undefined;
  return async (advanceMs) => (await runControlAction(worker, 'sweep', ['clock', { advanceMs }])) === undefined;
}

/** Runs a control action; returns whether it was done. */
export type ControlAct = (what: string, args: object) => Promise<boolean>;

/** Returns what runs control actions in the final reads; undefined for a target without a control API, and in a run that only reads. */
export function controlActOf(worker: Worker): ControlAct | undefined {
  if (worker.target.control === undefined || worker.run.selection.tier === 'passive') return undefined;
  return async (what, args) => (await runControlAction(worker, 'sweep', [what, args])) === undefined;
}

/** Returns the control actions of a target for one requirement. Without a control API they stop the test as unverified. */
export function controlActionsOf(worker: Worker, log: AssertionLog): ControlActions {
  const pull = async (what: string, args: object): Promise<void> => {
    const fault = await runControlAction(worker, log.id, [what, args]);
    if (fault) log.stop(fault);
  };
  const choosing = (checkout: string) => `checkouts/${uriEncoded(checkout)}/choose`;
  return {
    declared: worker.target.control !== undefined,
    pay: (transfer) => pull('chain/transfers', transfer),
    tryPay: async (transfer) => {
      const { fault, isRefused } = await controlActionEnd(worker, log.id, ['chain/transfers', transfer]);
      if (fault && !isRefused) log.stop(fault);
      return fault === undefined;
    },
    choose: (checkout, choice) => pull(choosing(checkout), choice),
    chooseAgain: async (checkout, choice) =>
      void (await runControlAction(worker, log.id, [choosing(checkout), choice])),
    tryDomain: async (project, domain) =>
      (await runControlAction(worker, log.id, [`projects/${uriEncoded(project)}/domains`, domain])) === undefined,
    tryRestore: async (label) =>
      (await runControlAction(worker, log.id, [`tokens/${uriEncoded(label)}/restore`, {}])) === undefined,
    revoke: (label) => pull(`tokens/${uriEncoded(label)}/revoke`, {}),
    tryStatus: async (payment, status) =>
      (await runControlAction(worker, log.id, [`payments/${uriEncoded(payment)}/settle`, { status }])) === undefined,
    tryPaymentLink: async (project, body) => {
      const what = `projects/${uriEncoded(project)}/payment-links`;
      const { said } = await controlActionEnd(worker, log.id, [what, JSON.parse(stringify(body) ?? '{}')]);
      const { url, checkout } = said;
      const { id } = (checkout ?? {}) as Record<string, unknown>;
      return typeof url === 'string' && typeof id === 'string' ? { url, checkout: id } : undefined;
    },
    disable: (address) => pull(`addresses/${uriEncoded(address)}/disable`, {}),
    settle: async (payment, outcome, hasEnded) => {
      const { fault, isRefused } = await controlActionEnd(worker, log.id, [
        `payments/${uriEncoded(payment)}/settle`,
        outcome,
      ]);
      if (!fault || (await hasEnded?.())) return;
      if (!isRefused || mustOffer.includes(outcome.status)) log.stop(fault);
      const reason = `the control API does not move a payment to ${outcome.status}`;
      log.lack({ code: 'notApplicable', reason, exchanges: [] });
      throw new StatusNotOffered(reason);
    },
  };
}
