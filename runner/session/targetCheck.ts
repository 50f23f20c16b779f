import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { Halt } from '../../traffic/journal/journalTypes.ts';
import type { SigningScheme } from '../../traffic/signing/signingSchemes.ts';
import type { Target } from '../../traffic/target/target.ts';
import { type Plan, pathOf, read } from '../../traffic/transport/requestPlan.ts';
import type { Worker } from '../worker/worker.ts';
import { wrongServerHint } from './wrongServerHints.ts';

/** Beginnings of identifiers and names of fields that nobody but this API shows. */
const ours = /"(?:(?:PMT|PMD|ORD|CAP)-|(?:methodKey|symbolPair|baseAsset|cryptoCurrencies)")/;

const isTaken = ({ status = 0 }: Exchange) => status >= 200 && status < 300;

/** True for an answer that this API may give, however badly: a list, or what has a name of its own. Empty lists are of an account without. */
function isOurs(exchange: Exchange): boolean {
  const isUnreadable = exchange.line.answer?.body.base64 !== undefined && exchange.mediaType.endsWith('json');
  return isTaken(exchange) && (isUnreadable || /^\s*\[/.test(exchange.text) || ours.test(exchange.text));
}

/** Whoever throttles or is out of service for a while is not judged by it. */
const isPassing = ({ class: kind }: Exchange) => kind === 'throttled' || kind === 'unavailable';

const isDenied = ({ status }: Exchange) => status === 401 || status === 403;

/** The way from a base address to a read, by which it is asked. */
type Asked = { plan: Plan; scheme: SigningScheme };

/** Reads that any account may make, beside its methods: those of another service are found to be so by all of them. */
const others = ({ projects: [project] }: Pick<Target, 'projects'>): Asked[] =>
  [read.payments(), read.balances(), project ? read.depositOptions(project.id) : read.exchangeRates()].map((plan) => ({
    plan,
    scheme: 'signed',
  }));

async function ask({ client, target: { credentials } }: Worker, { plan, scheme }: Asked): Promise<Exchange> {
  const [credential] = credentials;
  const path = pathOf(plan);
  const how = { requirement: 'preflight', purpose: 'look', operation: plan.operation } as const;
  return client.send({ ...how, method: 'GET', path, signing: { scheme, credential } });
}

/** What stops a run of which no look was answered by this API; each look is told, with what came of it. */
function haltOf(asked: readonly Exchange[], { baseUrl, credentials }: Pick<Target, 'baseUrl' | 'credentials'>): Halt {
  const last = asked.at(-1);
  if (last && isDenied(last))
    return { cause: 'credential', message: `credential ${credentials[0].label} was answered ${last.seen}` };
  const answered = asked.filter(({ isLost }) => !isLost);
  const told = answered.map(({ request, seen }) => `${request} was answered ${seen}`).join('; ');
  const message = `wanted this API at ${baseUrl}, found something else: ${told}. ${wrongServerHint(answered, baseUrl)}`;
  return { cause: answered.every(({ class: kind }) => kind === 'crashed') ? 'unreachable' : 'stranger', message };
}

/**
 * Looks whether it is this API that answers at the base address, and takes our credential: five requests at the most, of which one will do.
 * Gives what stops the run; nothing where it may begin. Throws Unreachable.
 */
export async function checkTarget(stage: Worker): Promise<Halt | undefined> {
  const { target } = stage;
  const asked: Exchange[] = [];
  const isEnough = async (one: Asked) => {
    const answer = await ask(stage, one);
    asked.push(answer);
    return isOurs(answer) || isPassing(answer);
  };
  const methods = read.methods();
  if (await isEnough({ plan: methods, scheme: 'signed' })) return undefined;
  const isRefused = asked.some(isDenied);
  if (isRefused && (await isEnough({ plan: methods, scheme: 'simple' }))) return undefined;
  // Who may not see methods may see something else; who is nobody sees nothing.
  if (asked.every(({ status }) => status === 401)) return haltOf(asked, target);
  for (const one of others(target)) if (await isEnough(one)) return undefined;
  return haltOf(asked, target);
}
