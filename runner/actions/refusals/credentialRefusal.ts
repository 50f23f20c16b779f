import { controlWindowNs, isInControlWindow } from '../../../oracles/auth/rejection.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type SigningFault, signingFaultsFor } from '../../../traffic/signing/signingFaults.ts';
import { controlKey, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Worker } from '../../worker/worker.ts';
import type { HarmlessWrite } from '../acquiring/harmlessWrite.ts';
import { type Refusal, sendDefect } from './refusal.ts';

/** A defect that is to be refused, and what is sent soundly in the same minute. */
interface Rejection extends Refusal {
  /** The sound twin, where it is not the plan itself. */
  twin?: Plan;
  /** The request that shows that sound ones are let in at that time, where it is not the twin: it must be free to repeat. */
  beside?: Plan;
}

/** Wrong credentials and signatures, each refused while sound ones are let in. */
export interface Rejects {
  /** The wrong ways to sign that this account's secret has, for a request with a body or without one. */
  faults(scheme: 'simple' | 'signed', hasBody: boolean): SigningFault[];
  /** Sends a defect, with a sound request in the same minute, and claims that it was refused. */
  refuses(plan: Plan, rejection: Rejection): Promise<void>;
  /** Sends defects of a write one after the other and claims of each that it was refused, and of all that they had no effect. */
  each(write: HarmlessWrite, defects: Iterable<Refusal>): Promise<void>;
}

/** The `rejects` of one requirement. */
export function rejectsOf({ target }: Worker, api: Api, ledger: TestAssertionLog): Rejects {
  const latest = new Map<string, Exchange>();

  const again = async (plan: Plan): Promise<Exchange> => {
    const sent = await api.send(plan, { purpose: 'control' });
    latest.set(controlKey(plan), sent);
    return sent;
  };

  /** The newest sound sending of a plan; sent again when it is older than a minute, for another cause of a refusal may have come since. */
  const recent = async (plan: Plan): Promise<Exchange> => {
    const known = latest.get(controlKey(plan)) ?? (await api.control(plan));
    latest.set(controlKey(plan), known);
    const isOld = process.hrtime.bigint() - known.receivedNs > controlWindowNs;
    return isOld ? again(plan) : known;
  };

  const refuses = async (plan: Plan, { twin = plan, beside = twin, ...refusal }: Rejection): Promise<Exchange> => {
    const { name, combination, effect } = refusal;
    const control = await api.control(twin);
    const before = await recent(beside);
    const sent = await sendDefect(api, plan, refusal);
    // The defect may have waited for its quota until the twin was too old.
    const after = isInControlWindow(before, sent) ? [] : [(await again(beside)).id];
    const args = { exchange: sent.id, control: control.id, defect: name, beside: [before.id, ...after] };
    ledger.assert('rejected', { ...args, ...(effect && { effect }) }, combination);
    return sent;
  };

  return {
    faults: (scheme, hasBody) => signingFaultsFor(scheme, { hasBody, secret: target.credentials[0].secret }),
    refuses: async (plan, rejection) => void (await refuses(plan, rejection)),
    each: async ({ valid, more, asset }, defects) => {
      const first = await recent(valid);
      const sent: Exchange[] = [];
      for (const defect of defects)
        sent.push(await refuses(more, { ...defect, twin: valid, effect: asset === undefined }));
      if (asset === undefined || sent.length === 0) return;
      const after = await again(valid);
      const args = { before: first.id, defects: sent.map(({ id }) => id), after: after.id, asset };
      ledger.assert('addsNothing', args);
    },
  };
}
