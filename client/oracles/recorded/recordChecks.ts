import { faultResult, learned, lookedAt, type OracleResult, toResult } from '../../../oracles/core/result.ts';
import type { RequestLine } from '../../record/clientLines.ts';
import { ClientRecord } from '../../record/clientRecord.ts';
import { clientOperations } from '../../server/operationTable.ts';
import { clientFault } from '../oracle.ts';
import { type ClientTraceCheck, requestChecks } from '../traceChecks.ts';
import { recordedEscapes } from './encoding.ts';
import { recordedPace, recordedRepeats } from './repeats.ts';

/** True for a request under another token id: tests try wrong credentials too, and their secret is unknown. */
const isOfAnother = ({ facts, headers }: RequestLine) =>
  !facts.isTokenRight && headers.some(([name]) => name.toLowerCase() === 'x-token-api-id');

/** The operations of the interface, and which of them the tests never called. */
export function operationsCalled({ requests }: ClientRecord): { called: string[]; never: string[] } {
  const names = new Set(requests.map(({ operation }) => operation));
  const all = [...clientOperations.keys()];
  return { called: all.filter((name) => names.has(name)), never: all.filter((name) => !names.has(name)) };
}

/** Returns the record of what the tests sent under the credential that they were given. */
function underOurs(record: ClientRecord): ClientRecord {
  return new ClientRecord(record.lines.filter((line) => line.kind !== 'request' || !isOfAnother(line)));
}

/** Says on how many operations a judgement of all requests rests. */
function overOperations(judge: ClientTraceCheck['judge'], record: ClientRecord): OracleResult {
  const { called, never } = operationsCalled(record);
  const why = `operations; the tests never called ${never.join(', ')}`;
  return lookedAt(judge(record), { of: clientOperations.size, at: Math.max(1, called.length), why });
}

/** Learns which operations the tests never called: nothing is known of them. */
function neverCalled(record: ClientRecord): OracleResult {
  const { never } = operationsCalled(record);
  const ids = record.requests.map(({ id }) => id);
  if (ids.length === 0)
    return faultResult({
      code: 'noEvidence',
      wanted: 'a request to ASSAY_BASE_URL with ASSAY_TOKEN_ID and ASSAY_TOKEN_SECRET',
      exchanges: [],
    });
  return learned('operations that the tests never called', never.join(', ') || 'none', ids);
}

/** Learns which requests were not judged, because they came under another token id: of tests with wrong credentials, or of an SDK that damages the id. */
function underOthers(record: ClientRecord): OracleResult {
  const others = record.requests.filter(isOfAnother);
  const names = [...new Set(others.map(({ operation, method, path }) => operation ?? `${method} ${path}`))].sort();
  const ids = (others.length > 0 ? others : record.requests).map(({ id }) => id);
  if (ids.length === 0) return faultResult({ code: 'notApplicable', reason: 'the tests sent nothing', exchanges: [] });
  if (others.length === 0) return toResult(ids, []);
  return learned('requests under another token id, which are not judged', `${others.length}: ${names.join(', ')}`, ids);
}

/** Judges what the tests printed: a log of the SDK ends there. */
function printedSecrets(record: ClientRecord): OracleResult {
  const outputs = record.of('output').map((line) => ({ ...line, id: line.stream ?? 'stderr' }));
  const faults = outputs.flatMap((output) =>
    output.leaks.map((label) =>
      clientFault('clientSecret', {
        wanted: 'the secret in no output of the tests',
        seen: `the ${label}`,
        by: output,
        where: `what the tests wrote to ${output.id}`,
      }),
    ),
  );
  const unsearched = outputs.reduce((sum, one) => sum + (one.unsearched ?? 0), 0);
  const of = outputs.reduce((sum, { bytes }) => sum + bytes, 0);
  const result = toResult(
    outputs.map(({ id }) => id),
    faults,
  );
  return lookedAt(result, { of, at: of - unsearched, why: 'bytes of output; the rest was not searched' });
}

/** What CLI-07 is about: what the caller is told, repeats, and pace. */
const partsOfRefusals = 3;

/** A record shows two of the three parts of CLI-07. */
const partly = (result: OracleResult): OracleResult =>
  lookedAt(result, {
    of: partsOfRefusals,
    at: partsOfRefusals - 1,
    why: 'parts: repeats and pace; what the SDK tells its caller needs a testee',
  });

const taken = (requirement: string): ClientTraceCheck[] =>
  requestChecks
    .filter((check) => check.requirement === requirement)
    .map((check) => ({ ...check, judge: (record) => check.judge(underOurs(record)) }));

const onlyRequests = 'a record shows only requests: a testee shows what the SDK does with answers and webhooks';

const needTestee = ['CLI-02', 'CLI-03', 'CLI-04', 'CLI-05a', 'CLI-05b', 'CLI-06', 'CLI-10', 'CLI-11'];

/** The checks of recorded tests. What a record cannot show is not applicable, and what did not happen is unverified. */
export const recordChecks: readonly ClientTraceCheck[] = [
  ...taken('CLI-01').map((check, at) =>
    at === 0 ? { ...check, judge: (record: ClientRecord) => overOperations(check.judge, record) } : check,
  ),
  { requirement: 'CLI-01', name: 'operations', judge: (record) => neverCalled(underOurs(record)) },
  { requirement: 'CLI-01', name: 'other credentials', judge: underOthers },
  {
    requirement: 'CLI-07',
    name: 'repeated POSTs',
    judge: (record) => partly(recordedRepeats(underOurs(record).requests)),
  },
  {
    requirement: 'CLI-07',
    name: 'pace after a rate refusal',
    judge: (record) => partly(recordedPace(underOurs(record).requests)),
  },
  ...taken('CLI-08'),
  { requirement: 'CLI-08', name: 'output', judge: printedSecrets },
  {
    requirement: 'CLI-09',
    name: 'escapes',
    judge: (record) => recordedEscapes(record.requests, record.of('unreadable')),
  },
  ...needTestee.map(
    (requirement): ClientTraceCheck => ({
      requirement,
      name: 'record',
      judge: () => faultResult({ code: 'notApplicable', reason: onlyRequests, exchanges: [] }),
    }),
  ),
];
