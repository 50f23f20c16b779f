import { controlWindowNs, isInControlWindow } from '../../../oracles/auth/rejection.ts';
import type { HeaderScheme } from '../../../schemas/domain/signingSchemes.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type SigningFault, signingFaultsFor } from '../../../traffic/signing/signingFaults.ts';
import { controlKey, isPayment, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Worker } from '../../worker/worker.ts';
import type { HarmlessWrite } from '../acquiring/harmlessWrite.ts';
import { type Refusal, sendDefect } from './refusal.ts';

/** A defect that must be refused, and the valid requests sent in the same minute. */
interface Rejection extends Refusal {
  /** The control request, if it is not the plan itself. */
  twin?: Plan;
  /** The valid request that is sent in the same minute, if it is not the control request. It must be safe to repeat. */
  beside?: Plan;
}

/** Wrong credentials and signatures. Each must be refused while valid ones are accepted. */
export interface Rejects {
  /** Returns the signing faults that apply to this account's secret, for a request with or without a body. */
  faults(scheme: HeaderScheme, hasBody: boolean): SigningFault[];
  /** Sends a defect and a valid request in the same minute, and asserts that the defect was refused. */
  refuses(plan: Plan, rejection: Rejection): Promise<void>;
  /** Sends defects of a write, or of another one, one after another. Asserts that each was refused and that together they had no effect on the write. */
  each(write: HarmlessWrite, defects: Iterable<Refusal & { on?: Plan | undefined }>): Promise<void>;
}

/** Returns the `rejects` tool of one requirement. */
export function rejectsOf({ target }: Worker, api: Api, log: TestAssertionLog): Rejects {
  const latest = new Map<string, Exchange>();

  const again = async (plan: Plan): Promise<Exchange> => {
    const sent = await api.send(plan, { purpose: 'control' });
    latest.set(controlKey(plan), sent);
    return sent;
  };

  /**
   * Returns the latest exchange of a valid plan. If the exchange is older than a minute, sends the plan again, because refusals may have another cause by now.
   */
  const recent = async (plan: Plan): Promise<Exchange> => {
    const known = latest.get(controlKey(plan)) ?? (await api.control(plan));
    latest.set(controlKey(plan), known);
    const isOld = process.hrtime.bigint() - known.receivedNs > controlWindowNs;
    return isOld ? again(plan) : known;
  };

  const refuses = async (
    plan: Plan,
    { twin: controlPlan = plan, beside = controlPlan, ...refusal }: Rejection,
  ): Promise<Exchange> => {
    const { name, combination, effect } = refusal;
    const control = await api.control(controlPlan);
    const before = await recent(beside);
    const sent = await sendDefect(api, plan, refusal);
    // The defect may have waited for the quota until the control request was too old.
    const after = isInControlWindow(before, sent) ? [] : [(await again(beside)).id];
    const args = { exchange: sent.id, control: control.id, defect: name, beside: [before.id, ...after] };
    log.assert('rejected', { ...args, ...(effect && { effect }) }, combination);
    return sent;
  };

  return {
    faults: (scheme, hasBody) => signingFaultsFor(scheme, { hasBody, secret: target.credentials[0].secret }),
    refuses: async (plan, rejection) => void (await refuses(plan, rejection)),
    each: async ({ valid, more, asset }, defects) => {
      const first = await recent(valid);
      const sent: Exchange[] = [];
      for (const { on, ...defect } of defects) {
        const refused = await refuses(on ?? more, {
          ...defect,
          twin: valid,
          effect: on ? isPayment(on) : asset === undefined,
        });
        if (!on) sent.push(refused);
      }
      if (asset === undefined || sent.length === 0) return;
      const after = await again(valid);
      const args = { before: first.id, defects: sent.map(({ id }) => id), after: after.id, asset };
      log.assert('addsNothing', args);
    },
  };
}
