import type { Contribution } from '../../judge/assertionLog.ts';
import { findingOf, mostFindings } from '../../judge/findings.ts';
import { aggregate, type RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { faultResult, type OracleResult } from '../../oracles/core/result.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { recordChecks } from '../oracles/recorded/recordChecks.ts';
import { clientOracles } from '../oracles/registry.ts';
import { requestChecks, testeeChecks } from '../oracles/traceChecks.ts';
import type { TesteeBreak } from '../protocol/messages.ts';
import type { BrokenLine, ClaimLine } from '../record/clientLines.ts';
import type { ClientRecord } from '../record/clientRecord.ts';
import { clientRequirements } from '../requirements.ts';

/** Runs a judgement; an error in it is an error of the suite. */
function judged(judgement: () => OracleResult): OracleResult {
  try {
    return judgement();
  } catch (error) {
    return faultResult({
      code: 'suiteError',
      message: error instanceof Error ? error.message : String(error),
      exchanges: [],
    });
  }
}

function resultOf(record: ClientRecord, { scenario, oracle, args }: ClaimLine): OracleResult {
  const known = Object.hasOwn(clientOracles, oracle) ? clientOracles[oracle] : undefined;
  if (!known) throw new Error(`expected an oracle that this version knows, got ${oracle}`);
  return known(record.scenario(scenario), args as never);
}

/** Says how a testee broke, what to do about it, and what it wrote to stderr last. */
export const breakWords = ({ seen, hint, stderr }: TesteeBreak): string =>
  `${seen}. ${hint}${stderr === undefined ? '' : ` Its stderr ended with: ${stderr}`}`;

const brokenFault = ({ scenario, broken, call, ends }: BrokenLine): Fault => {
  if (ends !== undefined) return { code: 'testeeLost', ends, seen: broken.seen, exchanges: [] };
  const seen = breakWords(broken);
  const wanted = `an answer of the testee in the scenario "${scenario}"`;
  return { code: 'testeeBroken', wanted, seen, exchanges: call === undefined ? [] : [call] };
};

/** Words it for the developer of the tests: what a record does not show, they did not make happen. */
function ofTests(result: OracleResult): OracleResult {
  if (result.state !== 'undecided') return result;
  const faults = result.faults.map(
    (fault): Fault =>
      fault.code === 'noEvidence' ? { code: 'notRecorded', wanted: fault.wanted, exchanges: fault.exchanges } : fault,
  );
  return { ...result, faults };
}

/** Returns all results of a gate, each with its requirement and the scenario as its combination. */
function clientContributions(record: ClientRecord): Contribution[] {
  const isRecord = record.gate?.way === 'record';
  const wordsOf = isRecord ? ofTests : (result: OracleResult) => result;
  const checks = isRecord ? recordChecks : [...requestChecks, ...testeeChecks];
  const cellOf = (scenario: string) => scenario.replace(/^CLI-\w+ /, '');
  return [
    ...record.claims.map((claim) => ({
      id: claim.requirement,
      cell: cellOf(claim.scenario),
      ruling: judged(() => resultOf(record, claim)),
    })),
    ...record.of('skipped').map(({ requirement, scenario, reason }) => ({
      id: requirement,
      cell: cellOf(scenario),
      ruling: faultResult({ code: 'notApplicable', reason, exchanges: [] }),
    })),
    ...record
      .of('broken')
      .map((line) => ({ id: line.requirement, cell: cellOf(line.scenario), ruling: faultResult(brokenFault(line)) })),
    ...checks.map(({ requirement, name, judge }) => ({
      id: requirement,
      cell: name,
      ruling: wordsOf(judged(() => judge(record))),
    })),
  ];
}

/** Puts a break of the testee behind the first finding of a requirement that was decided by something worse. */
function withBreak(verdict: RequirementVerdict, breaks: readonly BrokenLine[]): RequirementVerdict {
  const [first, ...rest] = verdict.findings;
  const line = breaks.find(({ requirement, ends }) => requirement === verdict.id && ends === undefined);
  if (!line || !first || verdict.outcome !== 'fail') return verdict;
  const last = rest.length + 1 >= mostFindings ? rest.slice(0, -1) : rest;
  const unlisted = (verdict.unlisted ?? 0) + rest.length - last.length;
  const findings = [first, findingOf(brokenFault(line)), ...last];
  return { ...verdict, findings, ...(unlisted > 0 && { unlisted }) };
}

/** Judges a gate: a pure function of its journal. */
export function judgeClient(record: ClientRecord): RequirementVerdict[] {
  const contributions = clientContributions(record);
  const only = record.gate?.only;
  return clientRequirements.map((requirement) => {
    const own = contributions.filter(({ id }) => id === requirement.id);
    const selected = only?.includes(requirement.id) ?? true;
    return withBreak(aggregate(requirement, own, { circumstance: { selected } }), record.of('broken'));
  });
}
