import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { SigningFault } from '../../../traffic/signing/signingFaults.ts';
import type { SigningScheme } from '../../../traffic/signing/signingSchemes.ts';
import { isPayment, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../../traffic/transport/sendOptions.ts';
import type { Api } from '../../worker/api.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';

/** One defect of a request: its name, and how a sound plan gets it. */
export interface Defect {
  name: string;
  change(plan: Plan): { plan: Plan; how?: SendOptions };
}

/** The body without one field. */
export function without(name: string): Defect {
  return {
    name: `the body without ${name}`,
    change: (plan) => {
      const { [name]: _, ...body } = plan.body ?? {};
      return { plan: { ...plan, body } };
    },
  };
}

/** The body with another value in one field; `why` says what is wrong with it. */
export function having(name: string, value: unknown, why: string): Defect {
  return { name: why, change: (plan) => ({ plan: { ...plan, body: { ...plan.body, [name]: value } } }) };
}

/** The path with another value in one of its parameters. */
export function addressed(name: string, value: string, why: string): Defect {
  return { name: why, change: (plan) => ({ plan: { ...plan, path: { ...plan.path, [name]: value } } }) };
}

/** The name of a fault as words: `saltNotSigned` is "salt not signed", `bySha512` "by sha512". */
const inWords = (fault: SigningFault) => fault.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Signed in one of the wrong ways; no fault means no authentication header at all. */
export function signedBy(scheme: SigningScheme, fault?: SigningFault): Defect {
  const name = fault
    ? `a ${scheme} request, wrongly made (${inWords(fault)})`
    : 'a request without authentication headers';
  return { name, change: (plan) => ({ plan, how: { scheme, ...(fault && { fault }) } }) };
}

/** The body's text written in another way. */
export function spelled(name: string, text: (sound: string) => string): Defect {
  return { name, change: (plan) => ({ plan, how: { text } }) };
}

/** Two changes that only together are a defect. */
export function both(first: Defect, second: Defect): Defect {
  return {
    name: `${first.name}, ${second.name}`,
    change: (sound) => {
      const one = first.change(sound);
      const other = second.change(one.plan);
      return { plan: other.plan, how: { ...one.how, ...other.how } };
    },
  };
}

/** A defect that is to be refused, and what the claim of it carries beside its exchanges. */
export interface Refusal extends Defect {
  combination?: string;
  /** The requirement itself says "without effect"; else ERR-03 alone judges effects. */
  effect?: boolean;
}

/** Sends a defect of a sound plan; of a payment that was refused it looks for an effect. */
export async function sendDefect(api: Api, sound: Plan, { change }: Defect): Promise<Exchange> {
  const { plan, how } = change(sound);
  const sent = await api.send(plan, { ...how, purpose: 'defect' });
  if (sent.class === 'refused' && isPayment(plan)) await api.look(sent);
  return sent;
}

/** Sends the sound twin (shared), then the defect, then looks for an effect; claims that the defect was refused. */
export type Refuses = (api: Api, plan: Plan, refusal: Refusal) => Promise<void>;

/** The `refuses` of one requirement, whose ledger takes the claims. */
export function refusesWith(ledger: TestAssertionLog): Refuses {
  return async (api, sound, { combination, effect, ...defect }) => {
    const control = await api.control(sound);
    const sent = await sendDefect(api, sound, defect);
    const args = { exchange: sent.id, control: control.id, defect: defect.name, ...(effect && { effect }) };
    ledger.assert('refused', args, combination);
  };
}
