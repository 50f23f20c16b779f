import type { AssertionLog } from '../../judge/assertionLog.ts';
import { uriEncoded } from '../../schemas/json/uriEncoding.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import type { Target } from '../../traffic/target/target.ts';
import { callControlApi } from '../../traffic/transport/controlApi.ts';
import type { Worker } from './worker.ts';

/** What makes a target move outside the interface; each pull is a line of the journal. */
export interface ControlActions {
  /** The target's file declares a door by which it can be moved. */
  declared: boolean;
  /** Pays an address of the target an amount of an asset, a decimal, on the target's chain. */
  pay(transfer: { asset: string; address: string; amount: string }): Promise<void>;
  /** Chooses on the page of a checkout what it is paid in, and how much where the end user says that. */
  choose(checkout: string, choice: { asset: string; amount?: string }): Promise<void>;
  /** Chooses once more, which the page of a checkout may refuse. */
  chooseAgain(checkout: string, choice: { asset: string }): Promise<void>;
  /** Disables a static address, as the service does after a violation of its rules (§ Crypto acquiring, bundle rule 4). */
  disable(address: string): Promise<void>;
  /**
   * Moves a payment to a status, PARTIAL_SUCCESS with the amount that was processed. What a sandbox moves by itself may have ended sooner: a
   * refusal is no lack where `hasEnded` says so.
   */
  settle(
    payment: string,
    outcome: { status: string; processedAmount?: string; reason?: string },
    hasEnded?: () => Promise<boolean>,
  ): Promise<void>;
}

/** What is missing where a target cannot be moved. */
export const noControlApi: Fault = {
  code: 'missing',
  wanted: 'a lever: the control door of the target',
  hint: 'the target file declares none under levers.control',
  exchanges: [],
};

/** Pulls a lever of a target and writes that down; gives the fault when the door did not do it. */
export async function runControlAction(
  stage: Worker,
  requirement: string,
  [what, args]: readonly [string, object],
): Promise<Fault | undefined> {
  const { control } = stage.target;
  if (!control) return noControlApi;
  const askedNs = String(process.hrtime.bigint());
  const answer = await callControlApi(control, { what, body: args });
  const ok = 'status' in answer && answer.status < 300;
  stage.write({ kind: 'lever', requirement, what, args, ok, askedNs, atNs: String(process.hrtime.bigint()) });
  if (ok) return undefined;
  const hint =
    'status' in answer ? `the door answered ${answer.status}` : `the door did not answer: ${answer.failure.code}`;
  return { code: 'missing', wanted: `the lever ${what} to move the target`, hint, exchanges: [] };
}

/** True where a run may move the target's clock: an emulator's, and other shards may be in the middle of their waits. */
export const canMoveClock = ({ kind, control }: Pick<Target, 'kind' | 'control'>, { shard }: Selection): boolean =>
  kind === 'emulator' && control !== undefined && shard === undefined;

/** True where the clock could be moved but for the other shards of the run. */
export const mustNotMoveClock = (
  target: Pick<Target, 'kind' | 'control'>,
  { shard, ...selection }: Selection,
): boolean => shard !== undefined && canMoveClock(target, selection);

/** Why what takes hours or days is not asked where `clockRests`. */
export const whyClockIsNotMoved =
  'in a shard the clock of an emulator is not moved: the others may be in the middle of their waits';

/** Moves the clock of an emulator, whose records may be read as if days had passed; undefined for any other target. Says whether it moved. */
export function moveClockOf(stage: Worker): ((ms: number) => Promise<boolean>) | undefined {
  if (!canMoveClock(stage.target, stage.run.selection)) return undefined;
  return async (advanceMs) => (await runControlAction(stage, 'sweep', ['clock', { advanceMs }])) === undefined;
}

/** The levers of a target for one requirement; without a declared door the test stops as unverified. */
export function controlActionsOf(stage: Worker, ledger: AssertionLog): ControlActions {
  const pull = async (what: string, args: object): Promise<void> => {
    const fault = await runControlAction(stage, ledger.id, [what, args]);
    if (fault) ledger.stop(fault);
  };
  const choosing = (checkout: string) => `checkouts/${uriEncoded(checkout)}/choose`;
  return {
    declared: stage.target.control !== undefined,
    pay: (transfer) => pull('chain/transfers', transfer),
    choose: (checkout, choice) => pull(choosing(checkout), choice),
    chooseAgain: async (checkout, choice) =>
      void (await runControlAction(stage, ledger.id, [choosing(checkout), choice])),
    disable: (address) => pull(`addresses/${uriEncoded(address)}/disable`, {}),
    settle: async (payment, outcome, hasEnded) => {
      const fault = await runControlAction(stage, ledger.id, [`payments/${uriEncoded(payment)}/settle`, outcome]);
      if (fault && !(await hasEnded?.())) ledger.stop(fault);
    },
  };
}
