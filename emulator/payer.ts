import { type Asked, CONTROL_TOKEN, type Seen, type Trial } from './trial.ts';

/** What a request or a checkout says of itself, as far as a payer needs to know. */
export interface Payable {
  readonly id: string;
  readonly status: string;
  readonly address: string;
  readonly payAmount: number;
  readonly request: Payable | null;
}

/** What somebody pays to whom. */
interface Paid {
  readonly asset: string;
  readonly address: string;
  readonly amount: number | string;
}

/** Somebody who pays what a trial's main account asks for, and looks at what becomes of it. */
export interface Payer {
  /** Asks at a path of one of the main account's projects. */
  readonly at: (project: number, what: string, body?: unknown) => Promise<Seen>;
  /** Pulls a lever of the control door. */
  readonly pull: (lever: string, body: unknown) => Promise<Seen>;
  /** Pays an address, and lets the time pass that a block takes, or all of its confirmations. */
  readonly pay: (paid: Paid, passMs?: number) => Promise<Seen>;
}

/** A payment is processed by then. */
export const PROCESSED_MS = 1000;

/** A payer in a trial; `note` is given every answer, `base` is the world's path. */
export function payerIn(trial: Trial, base = '', note: (seen: Seen) => void = () => {}): Payer {
  const projects = trial.setup.accounts[0]?.projects ?? [];
  const ask = async (asked: Asked): Promise<Seen> => {
    const seen = await trial.ask({ ...asked, path: base + asked.path });
    note(seen);
    return seen;
  };
  const pull: Payer['pull'] = (lever, body) =>
    ask({ path: `/~control/${lever}`, body, headers: { 'x-control-token': CONTROL_TOKEN } });
  return {
    pull,
    at: (project, what, body) =>
      ask({ path: `/v1/user/crypto-acquiring/${projects[project]?.id}/${what}`, ...(body !== undefined && { body }) }),
    pay: async (paid, passMs = PROCESSED_MS) => {
      const seen = await pull('chain/transfers', { ...paid, amount: String(paid.amount) });
      trial.pass(passMs);
      return seen;
    },
  };
}
