import type { Exchange } from '../../traffic/journal/exchange.ts';
import { Exhausted } from '../../traffic/rate/limiter/limiterHandle.ts';
import type { TargetCredential } from '../../traffic/target/credentials.ts';
import { Unreachable } from '../../traffic/transport/client.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import { checkTarget } from '../session/targetCheck.ts';
import type { Check } from './check.ts';
import type { Visit } from './visit.ts';

/** Finds out whether this API answers at the base address and accepts the main credential. */
async function halted(visit: Visit): Promise<{ cause: string; message: string } | undefined> {
  try {
    return await checkTarget(visit);
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Exhausted)) throw error;
    // The number of the exchange means nothing here, because doctor keeps no journal.
    const message = (visit.unreachable ?? error.message).replace(/, first seen at [^(]*\(exchange [^)]*\)/, '');
    return { cause: 'unreachable', message };
  }
}

/** Returns the checks of the base address and of the main credential. */
export async function accessChecks(visit: Visit): Promise<Check[]> {
  const { baseUrl, credentials } = visit.target;
  const label = `credential ${credentials[0].label}`;
  const halt = await halted(visit);
  const last = visit.exchanges.at(-1);
  if (!halt) {
    const isSimple = last?.line.request.signature.scheme === 'simple';
    const scheme = isSimple ? ', but only with the simple scheme' : '';
    return [
      { thing: 'baseUrl', state: 'ok', says: `this API answers at ${baseUrl}` },
      { thing: label, state: isSimple ? 'wrong' : 'ok', says: `accepted${scheme}` },
    ];
  }
  if (halt.cause === 'credential') {
    const todo = `Check the values of the variables that tokenIdEnv and secretEnv of ${credentials[0].label} name, and that the token belongs to this server.`;
    return [
      { thing: 'baseUrl', state: 'ok', says: `a server answers at ${baseUrl}` },
      { thing: label, state: 'wrong', says: `was answered ${last?.seen ?? 'nothing'}`, todo, stops: 'correct' },
    ];
  }
  const isSilent = halt.cause === 'unreachable';
  return [
    {
      thing: 'baseUrl',
      state: 'wrong',
      says: halt.message,
      todo: isSilent ? 'Correct baseUrl, or start the server.' : 'Correct baseUrl.',
      stops: isSilent ? 'unreachable' : 'correct',
    },
    { thing: label, state: 'not checked', says: 'this API does not answer' },
  ];
}

const mustBeRefused: ReadonlySet<string | undefined> = new Set(['revoked', 'otherEnvironment']);

function credentialCheck({ label, purpose }: TargetCredential, answer: Exchange | undefined): Check {
  const thing = `credential ${label}`;
  const denied = answer?.status === 401 || answer?.status === 403;
  if (!answer || !(denied || answer.isTaken))
    return { thing, state: 'not checked', says: answer ? `was answered ${answer.seen}` : 'no request was left' };
  const isRefusalMeant = mustBeRefused.has(purpose);
  if (denied === isRefusalMeant)
    return { thing, state: 'ok', says: denied ? `refused, as purpose ${purpose} wants` : 'accepted' };
  const todo = isRefusalMeant
    ? `Name a token that this server must refuse, or remove purpose: ${purpose}.`
    : 'Check the values of its two variables, and that the token belongs to this server.';
  const says = isRefusalMeant ? `accepted, though its purpose is ${purpose}` : `was answered ${answer.seen}`;
  return { thing, state: 'wrong', says, todo };
}

/** More credentials than this are not tried, so that GETs are left for the rest. */
const mostCredentials = 6;

/** Returns the checks of all credentials but the main one. */
export async function credentialChecks(visit: Visit): Promise<Check[]> {
  const [, ...others] = visit.target.credentials;
  const checks: Check[] = [];
  for (const [index, one] of others.entries())
    checks.push(credentialCheck(one, index < mostCredentials ? await visit.get(read.methods(), one) : undefined));
  return checks;
}

/** A Date header has whole seconds, and an answer takes its time. */
const toleratedMs = 5_000;

/** Returns the check of the target's clock against that of this machine. */
export function clockCheck({ exchanges, target }: Visit): Check {
  const thing = 'clock';
  const dated = exchanges.find((one) => one.header('date') !== undefined);
  const date = Date.parse(dated?.header('date') ?? '');
  if (!dated || Number.isNaN(date))
    return { thing, state: 'not checked', says: 'no answer has a readable Date header' };
  const aheadMs = date - Date.parse(dated.line.sentAt);
  const tookMs = Number(dated.receivedNs - dated.sentNs) / 1e6;
  if (aheadMs > -toleratedMs && aheadMs < toleratedMs + tookMs)
    return { thing, state: 'ok', says: 'the Date header agrees with this machine' };
  const says = `the Date header is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`;
  if (target.kind === 'emulator')
    return { thing, state: 'ok', says: `${says}, as runs may move the clock of an emulator` };
  return { thing, state: 'wrong', says, todo: 'Let both machines take their time from the network (NTP).' };
}
