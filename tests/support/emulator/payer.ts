import { CONTROL_TOKEN, type TestEmulator, type TestRequest, type TestResponse } from './testEmulator.ts';

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
  readonly at: (project: number, what: string, body?: unknown) => Promise<TestResponse>;
  /** Pulls a lever of the control door. */
  readonly control: (lever: string, body: unknown) => Promise<TestResponse>;
  /** Pays an address, and lets the time pass that a block takes, or all of its confirmations. */
  readonly pay: (paid: Paid, passMs?: number) => Promise<TestResponse>;
}

/** A payment is processed by then. */
const PROCESSED_MS = 1000;

/** A payer in a trial; `note` is given every answer, `base` is the world's path. */
export function payerIn(trial: TestEmulator, base = '', note: (seen: TestResponse) => void = () => {}): Payer {
  const projects = trial.setup.accounts[0]?.projects ?? [];
  const ask = async (asked: TestRequest): Promise<TestResponse> => {
    const seen = await trial.ask({ ...asked, path: base + asked.path });
    note(seen);
    return seen;
  };
  const pull: Payer['control'] = (lever, body) =>
    ask({ path: `/~control/${lever}`, body, headers: { 'x-control-token': CONTROL_TOKEN } });
  return {
    control: pull,
    at: (project, what, body) =>
      ask({ path: `/v1/user/crypto-acquiring/${projects[project]?.id}/${what}`, ...(body !== undefined && { body }) }),
    pay: async (paid, passMs = PROCESSED_MS) => {
      const seen = await pull('chain/transfers', { ...paid, amount: String(paid.amount) });
      trial.pass(passMs);
      return seen;
    },
  };
}
