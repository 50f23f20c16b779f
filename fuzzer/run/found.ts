import type { Exchange } from '../../harness/exchange.ts';
import type { Body } from '../../harness/lines.ts';
import type { RunRecord } from '../../harness/record.ts';
import type { FuzzCase } from '../case.ts';
import type { Found, KeptExchange } from '../findings/finding.ts';
import { fingerprintOf } from '../findings/fingerprint.ts';
import type { Breach } from './breach.ts';

/** So much of a body is kept with a finding, in characters. */
const mostKept = 8_192;

/** So many exchanges are kept with a finding. */
const mostExchanges = 12;

const textOf = ({ text, base64 = '' }: Body): string => (text ?? base64).slice(0, mostKept);

/** An exchange as a finding keeps it. */
export function keptOf({ line: { request, answer, failure } }: Exchange): KeptExchange {
  const { method, path, headers, body } = request;
  return {
    request: { method, path, headers, ...(body && { body: textOf(body) }) },
    ...(answer && { answer: { status: answer.status, headers: answer.headers, body: textOf(answer.body) } }),
    ...(failure && { failure: `${failure.code}: ${failure.message}` }),
  };
}

/** The operation of the step that a case is about. */
function operationOf({ steps }: FuzzCase): string {
  const last = steps.findLast(({ isLever }) => !isLever);
  return last?.operation ?? `${last?.method} ${last?.path.split('?')[0]}`;
}

/** The exchanges that show a breach, as far as the record has them. */
const shown = (record: RunRecord, ids: readonly string[]) =>
  ids.flatMap((id) => (record.has(id) ? [record.exchange(id)] : []));

/** A breach as a finding, with the case that shows it. */
export function foundOf(breach: Breach, one: FuzzCase, { record, seed }: { record: RunRecord; seed: number }): Found {
  const { requirement, code, wanted, seen, exchanges } = breach;
  const told = shown(record, exchanges);
  const operation = operationOf(one);
  const outcome = told.at(-1)?.class ?? 'none';
  const difference = `${code}: ${wanted}`;
  return {
    fingerprint: fingerprintOf({ requirement: requirement.id, operation, label: one.label, outcome, difference }),
    requirement: requirement.id,
    code,
    operation,
    outcome,
    wanted,
    seen,
    case: one,
    exchanges: told.slice(-mostExchanges).map(keptOf),
    seed,
  };
}
