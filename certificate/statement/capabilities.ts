import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { evidenced, type Outcome } from '../../traffic/outcome/outcome.ts';
import type { Capability, Claims } from './certificate.ts';

/** The parts of the interface as people ask for them, each with the sections of its requirements. */
const capabilityTable: Readonly<Record<string, readonly string[]>> = {
  payments: ['PAY', 'PIN', 'OUT', 'MTD', 'SRC'],
  'statuses and transitions': ['LIF'],
  exchange: ['XCH'],
  'wallet balances': ['BAL'],
  'crypto acquiring': ['CHK', 'REQ', 'DEP', 'SAB', 'ART'],
  webhooks: ['WHK'],
  authentication: ['AUT'],
  limits: ['LIM'],
  'errors and conventions': ['GEN', 'ERR', 'VER'],
  sandbox: ['SBX'],
  'hosted page and widget': ['WID'],
  dashboard: ['DSH'],
  'documentation server': ['DOC'],
};

/** Where the requirements of a section without a row go, so that none is lost. */
const others = 'other requirements';

const sectionOf = (id: string) => id.split('-')[0] ?? '';

const nameOf = (id: string) =>
  Object.entries(capabilityTable).find(([, sections]) => sections.includes(sectionOf(id)))?.[0] ?? others;

/** The outcomes of what a run was asked and could not decide. */
export const undecidedOutcomes: ReadonlySet<Outcome> = new Set([
  'error',
  'inconclusive',
  'not run',
  'unverified',
  'deferred',
  'not selected',
]);

type Parts = Omit<Capability, 'state'> & { isEvidenced: boolean };

/** A capability conforms only if everything that can be judged was decided, and nothing failed. */
function stateOf({ failed, undecided, gaps, isEvidenced }: Parts): Capability['state'] {
  if (failed.length > 0) return 'not conforming in';
  if (!isEvidenced || undecided.length > 0) return 'not evidenced';
  return gaps.length > 0 ? 'conforming with declared gaps' : 'conforming';
}

/** Returns what a verdict says about each part of the interface; parts about which nothing is known are left out. */
export function capabilitiesOf(
  requirements: readonly RequirementVerdict[],
  { unjudged, gaps }: Pick<Claims, 'unjudged' | 'gaps'>,
): Capability[] {
  return [...Object.keys(capabilityTable), others].flatMap((name) => {
    const own = requirements.filter(({ id }) => nameOf(id) === name);
    const idsOf = (isOne: (one: RequirementVerdict) => boolean) => own.filter(isOne).map(({ id }) => id);
    const parts: Parts = {
      name,
      failed: idsOf(({ outcome }) => outcome === 'fail'),
      undecided: idsOf(({ outcome }) => undecidedOutcomes.has(outcome)),
      gaps: gaps.map(({ id }) => id).filter((id) => nameOf(id) === name),
      unjudged: unjudged.map(({ id }) => id).filter((id) => nameOf(id) === name),
      isEvidenced: own.some(({ outcome }) => evidenced.has(outcome)),
    };
    if (own.length === 0 && parts.unjudged.length === 0) return [];
    const { failed, undecided, isEvidenced: _, ...rest } = parts;
    return [{ ...rest, state: stateOf(parts), failed, undecided }];
  });
}
