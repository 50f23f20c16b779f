import { openRedis, redisHostOf } from '../../traffic/rate/limiter/redis.ts';
import { type OpenRateLimiter, openRateLimiter } from '../../traffic/rate/openRateLimiter.ts';
import { readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import type { Target } from '../../traffic/target/target.ts';
import { toolsByRequirement } from '../requirement/inProcessRunner.ts';
import { readCosts } from '../selection/costs.ts';
import { forecast } from '../selection/forecast.ts';
import { accessChecks, clockCheck, credentialChecks } from './accessChecks.ts';
import { type AccountParts, balanceChecks, methodChecks, projectChecks } from './accountChecks.ts';
import { browserCheck } from './browserCheck.ts';
import type { Check } from './check.ts';
import { controlChecks } from './controlChecks.ts';
import { Dependents, optionalFields } from './dependents.ts';
import { checkFile, checksOfError } from './fileChecks.ts';
import { pathChecks } from './pathChecks.ts';
import { Visit } from './visit.ts';
import { webhookChecks } from './webhookChecks.ts';

/** Returns the optional fields that a target file has not. */
function fieldChecks(target: Target, dependents: Dependents): Check[] {
  const absent = optionalFields.filter(({ isThere }) => !isThere(target));
  const checks = absent.map(
    ({ field, what, line, ids }): Check => ({
      thing: field,
      state: 'missing',
      says: what,
      ...line(target),
      costs: dependents.named(ids),
    }),
  );
  const hasCards = target.mockCards !== undefined || !(target.kind === 'sandbox' || target.kind === 'emulator');
  const cards: Check = {
    thing: 'mockCards',
    state: 'missing',
    says: 'the two mock cards of a sandbox',
    add: 'mockCards: { failed: "…", success: "…" }',
    costs: dependents.ofTools('cards'),
  };
  // What gaps cover costs nothing, so there is nothing to add.
  return [...checks, ...(hasCards ? [] : [cards])].filter(({ costs = [] }) => costs.length > 0);
}

/** Returns the check of the Redis that shares the quota; nothing if the target file names none. */
async function redisChecks({ quota: { redisUrl } }: Target): Promise<Check[]> {
  if (redisUrl === undefined) return [];
  try {
    await (await openRedis(redisUrl)).quit();
    return [{ thing: 'quota.redisEnv', state: 'ok', says: `Redis answers at ${redisHostOf(redisUrl)}` }];
  } catch (error) {
    return checksOfError(error);
  }
}

/** Takes the account for the time of the visit, as a run does. Returns the problem if another run uses it. */
async function limiterFor(
  { quota, baseUrl, credentials }: Target,
  hasRedis: boolean,
): Promise<OpenRateLimiter | Check[]> {
  try {
    return await openRateLimiter({
      quota,
      redis: hasRedis ? quota.redisUrl : undefined,
      account: { baseUrl, tokenId: credentials[0].tokenId },
      run: 'doctor',
      onlyReads: true,
    });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return checksOfError(error);
  }
}

/** Returns what a nightly run of a day takes from the balance, by currency. Cross pay-outs are left out: the balance is not to cover them. */
function nightlyTakes({ costs, dependents }: AccountParts, day: string) {
  const none = {
    quota: { windowMs: 60_000 },
    canMoveClock: false,
    readsBack: false,
    furtherAccounts: 0,
    previousPayments: 0,
  };
  const catalogue = readCatalogue();
  const crossing = dependents.ofTools('crossPayouts');
  const only = catalogue.map(({ id }) => id).filter((id) => !crossing.includes(id));
  return forecast({ profile: 'nightly', tier: 'active', day, only }, { costs, catalogue, ...none }).takes;
}

/** Asks the target about everything that its file says of it. */
async function visitChecks(parts: AccountParts, day: string): Promise<Check[]> {
  const { visit, dependents } = parts;
  const access = await accessChecks(visit);
  const others = async () => [
    ...(await credentialChecks(visit)),
    ...methodChecks(parts),
    ...(await balanceChecks(parts, nightlyTakes(parts, day) ?? {})),
    ...(await projectChecks(parts)),
    ...(await pathChecks(visit)),
  ];
  const isOpen = access.every(({ stops }) => stops === undefined);
  const unasked: Check = {
    thing: 'methods, balances, projects, paths',
    state: 'not checked',
    says: 'only when this API answers',
  };
  return [
    ...access,
    clockCheck(visit),
    ...(isOpen ? await others() : [unasked]),
    ...(await controlChecks(visit, dependents)),
    ...(await webhookChecks(visit, dependents)),
  ];
}

/**
 * Checks everything that a target file says, with at most 30 GETs to the API and no other request. Assumes that the specs have been collected. `day` decides the
 * combinations of the forecast.
 */
export async function examine(source: string, day: string): Promise<Check[]> {
  const { target, checks } = await checkFile(source);
  if (!target) return checks;
  const dependents = new Dependents(readCatalogue(), toolsByRequirement(), target.facts.gaps);
  const redis = await redisChecks(target);
  const limiter = await limiterFor(
    target,
    redis.every(({ state }) => state === 'ok'),
  );
  if (Array.isArray(limiter)) return [...checks, ...redis, ...limiter, ...fieldChecks(target, dependents)];
  const visit = new Visit(target, limiter.handle);
  try {
    const visited = await visitChecks({ visit, dependents, costs: readCosts() }, day);
    const browser = await browserCheck(dependents);
    return [...checks, ...visited, ...browser, ...redis, ...fieldChecks(target, dependents)];
  } finally {
    await visit.client.close();
    await limiter.close();
  }
}
