import { CONTROL_TOKEN, type TestEmulator, type TestRequest, type TestResponse } from './testEmulator.ts';

/** The fields of a request or a checkout that a payer needs. */
export interface Payable {
  readonly id: string;
  readonly status: string;
  readonly address: string;
  readonly payAmount: number;
  readonly request: Payable | null;
}

/** A payment: asset, address and amount. */
interface Paid {
  readonly asset: string;
  readonly address: string;
  readonly amount: number | string;
}

/** A payer for the requests and checkouts of the main account. It also reads their results. */
export interface Payer {
  /** Sends a request to a path of one of the main account's projects. */
  readonly at: (project: number, what: string, body?: unknown) => Promise<TestResponse>;
  /** Runs an action of the test control API. */
  readonly control: (action: string, body: unknown) => Promise<TestResponse>;
  /** Pays an address and advances the clock: by the time of a block, or of all confirmations. */
  readonly pay: (paid: Paid, passMs?: number) => Promise<TestResponse>;
}

/** A payment is processed after this time. */
const PROCESSED_MS = 1000;

/** Returns a payer for an emulator; `note` receives every answer, and `base` is the path of the instance. */
export function payerIn(trial: TestEmulator, base = '', note: (seen: TestResponse) => void = () => {}): Payer {
  const projects = trial.setup.accounts[0]?.projects ?? [];
  const ask = async (asked: TestRequest): Promise<TestResponse> => {
    const seen = await trial.ask({ ...asked, path: base + asked.path });
    note(seen);
    return seen;
  };
  const pull: Payer['control'] = (action, body) =>
    ask({ path: `/~control/${action}`, body, headers: { 'x-control-token': CONTROL_TOKEN } });
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
