import { withoutFields } from '../../../generators/payloads/withoutFields.ts';
import { commentOf } from '../../../generators/texts/comments.ts';
import { paymentLifecycle } from '../../../schemas/domain/lifecycles.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { SigningFault } from '../../../traffic/signing/signingFaults.ts';
import type { SigningScheme } from '../../../traffic/signing/signingSchemes.ts';
import { isPayment, isPayout, type Plan, withBody } from '../../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../../traffic/transport/sendOptions.ts';
import type { Api } from '../../worker/api.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Worker } from '../../worker/worker.ts';
import { inTurn } from '../inputs/turns.ts';

/** One defect of a request: its name, and the change that turns a valid plan into it. */
export interface Defect {
  name: string;
  change(plan: Plan): { plan: Plan; how?: SendOptions };
}

/** Leaves one field out of the body. */
export function without(name: string): Defect {
  return {
    name: `the body without ${name}`,
    change: (plan) => ({ plan: withBody(plan, withoutFields(plan.body ?? {}, name)) }),
  };
}

/** Sets one field of the body to another value; `why` says what is wrong with it. */
export function having(name: string, value: unknown, why: string): Defect {
  return { name: why, change: (plan) => ({ plan: withBody(plan, { ...plan.body, [name]: value }) }) };
}

/** The fields that hold a name in two parts. */
const otherPart: Readonly<Record<string, string>> = { firstName: 'lastName', lastName: 'firstName' };

function wholeName({ body = {} }: Plan): string {
  const { firstName = 'Maria', lastName = 'Silva' } = body as Readonly<Record<string, unknown>>;
  return `${firstName} ${lastName}`.trim();
}

/** The fields that name a person as a whole (§ Payments, pay-out body). No words let them stand for the fields of a person. */
const wholeNames = ['receiverName', 'cardholder'];
const personal: ReadonlySet<string> = new Set(['firstName', 'lastName', 'phoneNumber', 'email']);

/** Writes the whole name into the other fields that can name a person, as people do. */
function withWholeName({ name, change }: Defect, lacks: string): Defect {
  return {
    name: `${name}, with the whole name in the other name fields`,
    change: (valid) => {
      const fields = [otherPart[lacks] ?? [], isPayout(valid) ? wholeNames : []].flat();
      const named = Object.fromEntries(fields.map((field) => [field, wholeName(valid)]));
      const { plan, ...how } = change(valid);
      return { plan: withBody(plan, { ...plan.body, ...named }), ...how };
    },
  };
}

/**
 * Returns how a body lacks a field: it is left out or null, alone or where other fields name the person. A required field lacks a value each way, and each call
 * takes the next one, from one that the seed of a run draws by the requirement.
 */
export function lackingInTurn(worker: Pick<Worker, 'run'>, requirement: string): (name: string) => Defect {
  const next = inTurn(worker, `how a field lacks in ${requirement}`, [0, 1, 2, 3]);
  return (name) => {
    const [left, empty] = [without(name), having(name, null, `the body with ${name} null`)] as const;
    const ways = personal.has(name)
      ? [left, withWholeName(left, name), empty, withWholeName(empty, name)]
      : [left, empty, empty, left];
    return ways[next()] ?? left;
  };
}

/** Lengths of comments, from no comment to a long one. */
const commentLengths = [3, 0, 30, 170, 1, 90, 240] as const;

/**
 * Returns a function that adds a comment to the body of a defect by a method that lists comments as optional (§ Payments, rule 1). A defect may hide behind what
 * else a body says, so each call takes another length, from one that the seed of a run draws by the requirement.
 */
export function commentedInTurn(
  worker: Pick<Worker, 'run'>,
  requirement: string,
): (method: { optional: readonly string[] }, defect: Defect) => Defect {
  const next = inTurn(worker, `the comment beside a defect in ${requirement}`, commentLengths);
  return ({ optional }, { name, change }) => {
    const length = optional.includes('comment') ? next() : 0;
    if (length === 0) return { name, change };
    const comment = commentOf(length);
    return {
      name,
      change: (valid) => {
        const { plan, ...how } = change(valid);
        return { plan: withBody(plan, { comment, ...plan.body }), ...how };
      },
    };
  };
}

/** Sets one path parameter to another value. */
export function addressed(name: string, value: string, why: string): Defect {
  return { name: why, change: (plan) => ({ plan: { ...plan, path: { ...plan.path, [name]: value } } }) };
}

/** Returns the name of a fault as words: `saltNotSigned` is "salt not signed", `bySha512` "by sha512". */
const inWords = (fault: SigningFault) => fault.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Signs the request in a wrong way; without a fault it has no authentication header at all. */
export function signedBy(scheme: SigningScheme, fault?: SigningFault): Defect {
  const name = fault
    ? `a ${scheme} request, wrongly made (${inWords(fault)})`
    : 'a request without authentication headers';
  return { name, change: (plan) => ({ plan, how: { scheme, ...(fault && { fault }) } }) };
}

/** Signs the request with the salt and the signature of a read, which has no body: whoever has just verified them may take them for verified. */
export function signedAsRead(scheme: SigningScheme, salt: string): Defect {
  const name = `a ${scheme} request with the salt and signature of the read before it`;
  return { name, change: (plan) => ({ plan, how: { scheme, fault: 'bodyNotSigned', salt } }) };
}

/** Writes the body text in another way. */
export function spelled(name: string, text: (validText: string) => string): Defect {
  return { name, change: (plan) => ({ plan, how: { text } }) };
}

/** Combines two changes that are a defect only together. */
export function both(first: Defect, second: Defect): Defect {
  return {
    name: `${first.name}, ${second.name}`,
    change: (valid) => {
      const one = first.change(valid);
      const other = second.change(one.plan);
      return { plan: other.plan, how: { ...one.how, ...other.how } };
    },
  };
}

/** A defect that must be refused, with the additional facts of its assertion. */
export interface Refusal extends Defect {
  combination?: string;
  /** True if the requirement itself says "without effect"; otherwise only ERR-03 judges effects. */
  effect?: boolean;
}

/**
 * Sends a valid plan with a defect. If the plan is a payment and the target refuses it, searches for an effect. Waits for the end of a pay-out that is accepted,
 * since it may be validated after the answer (§ Payments, rule 4).
 */
export async function sendDefect(api: Api, valid: Plan, { change }: Defect): Promise<Exchange> {
  const { plan, how } = change(valid);
  const sent = await api.send(plan, { ...how, purpose: 'defect' });
  if (sent.class === 'refused' && isPayment(plan)) await api.look(sent);
  if (sent.class === 'accepted' && isPayout(valid)) await api.reaches(sent, ...paymentLifecycle.final);
  return sent;
}

/** Sends the shared control request, then the defect, then searches for an effect; asserts that the defect was refused, or a pay-out with it never paid. */
export type Refuses = (api: Api, plan: Plan, refusal: Refusal) => Promise<void>;

/** Returns the `refuses` tool of one requirement. The tool writes its assertions into this log. */
export function refusesWith(log: TestAssertionLog): Refuses {
  return async (api, valid, { combination, effect, ...defect }) => {
    const control = await api.control(valid);
    const sent = await sendDefect(api, valid, defect);
    const args = { exchange: sent.id, control: control.id, defect: defect.name, ...(effect && { effect }) };
    log.assert(isPayout(valid) ? 'neverPaid' : 'refused', args, combination);
  };
}
