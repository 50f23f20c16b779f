import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { isText, listOf, objectWith } from '../../schemas/json/guards.ts';
import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';
import { Refusal } from '../refusal.ts';
import { exitOfVerdict } from './rejudge.ts';

/** The parts of a verdict that say when and where it was judged, and by which words a known failure is excused. They follow from no journal. */
function derivable(verdict: Verdict): Verdict {
  const { judgedAt: _at, durationMs: _took, host: _host, journal: _journal, ...header } = verdict.header;
  const requirements = verdict.requirements.map(({ accepted: _accepted, where: _where, ...rest }) => rest);
  const { exit: _exit, ...rest } = verdict;
  // What is undefined is left out, as in the stored verdict.
  return JSON.parse(JSON.stringify({ ...rest, header, requirements })) as Verdict;
}

/** Returns the requirements of a stored value by their ids; undefined if it is no verdict. */
function byId(value: Plain | undefined): Map<string, RequirementVerdict> | undefined {
  const list = isPlainObject(value) ? value['requirements'] : undefined;
  if (!Array.isArray(list) || list.length > 10_000 || !list.every((one) => isPlainObject(one))) return undefined;
  const found = list as unknown as RequirementVerdict[];
  const ids = new Map(found.map((one) => [one.id, one]));
  return ids.size === found.length ? ids : undefined;
}

/** Reads a stored verdict as far as it is compared. Throws Refusal if it is none. */
export function verdictFrom(value: Plain | undefined, where: string): Verdict {
  const isVerdict =
    isPlainObject(value) && value['version'] === 1 && isPlainObject(value['header']) && byId(value) !== undefined;
  if (!isVerdict) throw new Refusal('noVerdict', { where });
  return value as unknown as Verdict;
}

/** The known failures that excuse a requirement, as a verdict names them. */
const areExcuses = listOf(objectWith({ id: isText, reason: isText, until: isText }), 1_000);

/** Refuses a requirement about which the stored verdict says something else than its journal. */
function refuseOther(judged: RequirementVerdict, said: RequirementVerdict | undefined): void {
  const where = judged.id;
  if (!said) throw new Refusal('missingRequirement', { where });
  if (said.outcome !== judged.outcome)
    throw new Refusal('otherOutcome', { where, wanted: judged.outcome, seen: String(said.outcome) });
  const isKnown = Array.isArray(said.accepted) && said.accepted.length > 0;
  if (isKnown && judged.outcome !== 'fail') throw new Refusal('unknownFailure', { where });
  if (said.accepted !== undefined && !areExcuses(said.accepted as unknown as Plain))
    throw new Refusal('noVerdict', { where: `${where} in it` });
  if (!isDeepStrictEqual({ ...said, accepted: 0, where: 0 }, { ...judged, accepted: 0, where: 0 }))
    throw new Refusal('otherRequirement', { where });
}

/** Compares a stored verdict with the one that its journal gives, requirement by requirement and then in all other parts. Throws Refusal. */
export function compareVerdict(said: Verdict, judged: Verdict): void {
  const [stored, own] = [derivable(said), derivable(judged)];
  const known = new Map(said.requirements.map((one) => [one.id, one]));
  for (const one of own.requirements) refuseOther(one, known.get(one.id));
  const ids = new Set(own.requirements.map(({ id }) => id));
  const strange = said.requirements.find(({ id }) => !ids.has(id));
  if (strange) throw new Refusal('strangeRequirement', { where: String(strange.id).slice(0, 60) });
  const members = new Set([...Object.keys(stored), ...Object.keys(own)]) as Set<keyof Verdict>;
  for (const where of members)
    if (where !== 'requirements' && !isDeepStrictEqual(stored[where], own[where]))
      throw new Refusal('otherVerdict', { where });
  const exit = exitOfVerdict(said);
  if (said.exit !== exit)
    throw new Refusal('otherExit', { wanted: String(exit), seen: String(said.exit).slice(0, 20) });
}
