import { createHash } from 'node:crypto';
import { wordedInTurn } from '../../generators/payloads/checkout.ts';
import { numberFor } from '../../traffic/journal/ownIds.ts';
import { field } from '../../traffic/journal/runRecord.ts';
import type { TargetCredential } from '../../traffic/target/credentials.ts';
import { bodyText, type Plan, pathOf } from '../../traffic/transport/requestPlan.ts';
import type { Sending } from '../../traffic/transport/sending.ts';
import { type SendOptions, signingOf } from '../../traffic/transport/sendOptions.ts';
import type { Worker } from './worker.ts';

/** The HTTP method of a plan. */
export const methodOf = ({ operation }: Plan): string => operation.slice(0, operation.indexOf(' '));

/** Gives an order its id, and by that a name and a returnUrl where the plan leaves them as they always are. */
function keyed(plan: Plan, { appearance, freshKey }: Worker): { keyedPlan: Plan; clientOrderId?: string } {
  if (!plan.key || !plan.body) return { keyedPlan: plan };
  const given = field(plan.body as never, plan.key);
  // That of a checkout or a request need not be unique, so that an earlier run may have used it.
  const fresh = () => (plan.operation.includes('/crypto-acquiring/') ? appearance.tiny(freshKey()) : freshKey());
  const clientOrderId = typeof given === 'string' ? given : fresh();
  const body = wordedInTurn(plan.body, numberFor(`texts of ${clientOrderId}`, 2 ** 16));
  return { keyedPlan: { ...plan, body: { ...body, [plan.key]: clientOrderId } }, clientOrderId };
}

/** Who sends a plan, and how. */
interface Way {
  how: SendOptions;
  requirement: string;
  account: TargetCredential | undefined;
}

/** One in this many requests is signed by the simple scheme, if its test does not say how it is signed. */
const simpleOneIn = 4;

/**
 * Returns how a request is signed. Both schemes are accepted everywhere, so the seed of the run draws one if the test leaves it open (§ Authentication). No merchant
 * mixes them, so a discreet run does not.
 */
function wayToSign({ run }: Worker, { how, requirement }: Pick<Way, 'how' | 'requirement'>, path: string): SendOptions {
  const { scheme, fault, manner, salt, purpose = 'probe' } = how;
  const isOpen = [scheme, fault, manner, salt].every((one) => one === undefined);
  const drawn = createHash('sha256').update(`${run.seed} scheme ${requirement} ${path}`).digest().readUInt16LE();
  const isSimple = drawn % simpleOneIn === 0 && !run.isDiscreet;
  return isOpen && isSimple && purpose !== 'control' && purpose !== 'defect' ? { ...how, scheme: 'simple' } : how;
}

/** Returns a plan in the form that the client sends, with a fresh id if it needs one and has none. */
export function buildSending(worker: Worker, plan: Plan, { how, requirement, account }: Way): Sending {
  const method = how.method ?? methodOf(plan);
  const { keyedPlan, clientOrderId } = keyed(plan, worker);
  const validText = keyedPlan.body && worker.appearance.dressed(bodyText(keyedPlan.body));
  const body = validText !== undefined && how.text ? how.text(validText) : validText;
  return {
    requirement,
    ...(worker.combination !== undefined && { combination: worker.combination }),
    ...(how.control !== undefined && { control: how.control }),
    ...(how.recalls !== undefined && { recalls: how.recalls }),
    purpose: how.purpose ?? 'probe',
    ...(how.path === undefined && method === methodOf(plan) && { operation: plan.operation }),
    ...(how.readBack && { readBack: how.readBack }),
    method,
    path: worker.appearance.dressed(how.path ?? pathOf(plan)),
    ...(body !== undefined && { body }),
    ...(how.text && { isSpelled: true }),
    ...(how.contentType !== undefined && { contentType: how.contentType }),
    ...(how.accept !== undefined && { headers: [['Accept', how.accept]] as const }),
    ...(how.connection && { connection: how.connection }),
    ...(account && { account: account.label }),
    signing: signingOf(wayToSign(worker, { how, requirement }, pathOf(plan)), account ?? worker.target.credentials[0]),
    ...(clientOrderId !== undefined && { clientOrderId }),
  };
}

/** Returns the request that opens a page, once and without credentials; if addresses are given, it connects only to those. */
export function openingOf(
  worker: Worker,
  { origin, pathname, search }: URL,
  { requirement, addresses }: Pick<Way, 'requirement'> & { addresses: Sending['addresses'] | undefined },
): Sending {
  return {
    requirement,
    ...(worker.combination !== undefined && { combination: worker.combination }),
    purpose: 'probe',
    method: 'GET',
    origin,
    ...(addresses && { addresses }),
    path: `${pathname}${search}`,
    signing: { scheme: 'none', credential: worker.target.credentials[0] },
  };
}
