import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { Halt } from '../../traffic/journal/journalTypes.ts';
import type { SigningScheme } from '../../traffic/signing/signingSchemes.ts';
import type { Target } from '../../traffic/target/target.ts';
import { type Plan, pathOf, read } from '../../traffic/transport/requestPlan.ts';
import type { Worker } from '../worker/worker.ts';
import { wrongServerHint } from './wrongServerHints.ts';

/** The part of a worker that asks its target. */
type TargetAccess = Pick<Worker, 'client' | 'target'>;

/** Prefixes of identifiers and names of fields that are typical of this API. */
const ours = /"(?:(?:PMT|PMD|ORD|CAP)-|(?:methodKey|symbolPair|baseAsset|cryptoCurrencies)")/;

const isTaken = ({ status = 0 }: Exchange) => status >= 200 && status < 300;

/**
 * True for an answer that may come from this API, even a malformed one: a list, or a body with a typical name. An account without records gives empty lists.
 */
function isOurs(exchange: Exchange): boolean {
  const isUnreadable = exchange.line.answer?.body.base64 !== undefined && exchange.mediaType.endsWith('json');
  return isTaken(exchange) && (isUnreadable || /^\s*\[/.test(exchange.text) || ours.test(exchange.text));
}

const isDenied = ({ status }: Exchange) => status === 401 || status === 403;

/** A read, and the scheme by which it is signed. */
type Asked = { plan: Plan; scheme: SigningScheme };

/** Returns reads that any account may make, besides the methods list. The server is another service only if all of these reads fail. */
const others = ({ projects: [project] }: Pick<Target, 'projects'>): Asked[] =>
  [read.payments(), read.balances(), project ? read.depositOptions(project.id) : read.exchangeRates()].map((plan) => ({
    plan,
    scheme: 'signed',
  }));

async function ask({ client, target: { credentials } }: TargetAccess, { plan, scheme }: Asked): Promise<Exchange> {
  const [credential] = credentials;
  const path = pathOf(plan);
  const how = { requirement: 'preflight', purpose: 'look', operation: plan.operation } as const;
  return client.send({ ...how, method: 'GET', path, signing: { scheme, credential } });
}

/** Returns the halt of a run in which this API answered no read. The message lists each read with its answer. */
function haltOf(asked: readonly Exchange[], { baseUrl, credentials }: Pick<Target, 'baseUrl' | 'credentials'>): Halt {
  const last = asked.at(-1);
  if (last && isDenied(last))
    return { cause: 'credential', message: `credential ${credentials[0].label} was answered ${last.seen}` };
  const answered = asked.filter(({ isLost }) => !isLost);
  const told = answered.map(({ request, seen }) => `${request} was answered ${seen}`).join('; ');
  const message = `expected this API at ${baseUrl}, got something else: ${told}. ${wrongServerHint(answered, baseUrl)}`;
  return { cause: answered.every(({ class: kind }) => kind === 'crashed') ? 'unreachable' : 'stranger', message };
}

/**
 * Checks that this API answers at the base address and accepts our credential, with at most five requests; one success is enough. Returns the halt, or
 * undefined if the run may begin. Throws Unreachable.
 */
export async function checkTarget(worker: TargetAccess): Promise<Halt | undefined> {
  const { target } = worker;
  const asked: Exchange[] = [];
  const isEnough = async (one: Asked) => {
    const answer = await ask(worker, one);
    asked.push(answer);
    return isOurs(answer) || answer.isMute;
  };
  const methods = read.methods();
  if (await isEnough({ plan: methods, scheme: 'signed' })) return undefined;
  const isRefused = asked.some(isDenied);
  if (isRefused && (await isEnough({ plan: methods, scheme: 'simple' }))) return undefined;
  // An account without access to methods may have access to other reads, but an unknown account (401) has none.
  if (asked.every(({ status }) => status === 401)) return haltOf(asked, target);
  for (const one of others(target)) if (await isEnough(one)) return undefined;
  return haltOf(asked, target);
}
