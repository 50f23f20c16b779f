import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Profile } from '../../traffic/requirements/selection.ts';

/** How many own records the final reads look at, the newest first. */
export interface ReadLimits {
  /** Checkouts and requests that are read again. */
  readonly back: number;
  /** Payments that are searched for once more, and that are read again after hours and days if the clock can be moved. */
  readonly cold: number;
  /** Checkouts and requests, those with an assertion first, that are read after hours and days. */
  readonly coldBack: number;
  /** Payments, and checkouts and requests, that are read after each pause: others after each, so that records are read at many ages. */
  readonly ofEach: number;
  /** Pay-ins, and requests, that are paid at last, if the clock can be moved. */
  readonly moved: number;
  /** Payments to static addresses that are made at last, if the clock can be moved. */
  readonly deposits: number;
  /** Pauses of drawn lengths after which reads of tests and of own records are sent again, if the clock can be moved. */
  readonly drawnPauses: number;
  /** The drawn pauses after which a refused write is sent again; each costs a POST. */
  readonly lateRefusals: number;
  /** The drawn pauses after which an order is made; each costs a POST. */
  readonly lateOrders: number;
}

const short: ReadLimits = {
  back: 44,
  cold: 12,
  coldBack: 8,
  ofEach: 4,
  moved: 12,
  deposits: 6,
  drawnPauses: 6,
  lateRefusals: 0,
  lateOrders: 0,
};

/** The limits for each profile: after its last POST, a night at the quota of the sandbox has two minutes left. */
export const readLimits: Readonly<Record<Profile, ReadLimits>> = {
  smoke: short,
  nightly: { ...short, moved: 20, deposits: 20, lateRefusals: 3, lateOrders: 3 },
  full: {
    back: 300,
    cold: 120,
    coldBack: 120,
    ofEach: 24,
    moved: 120,
    deposits: 80,
    drawnPauses: 32,
    lateRefusals: 18,
    lateOrders: 10,
  },
};

/** Returns the limits for the run of a record. */
export const readLimitsOf = ({ runs: [run] }: RunRecord): ReadLimits => readLimits[run?.selection.profile ?? 'nightly'];
