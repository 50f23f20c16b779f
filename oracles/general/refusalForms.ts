import { isExactNumber } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord } from '../../traffic/journal/runRecord.ts';
import { faultResult, learned, type OracleResult } from '../core/result.ts';
import { fieldTypes } from '../core/typeName.ts';
import { excuseFor } from './excuse.ts';

/** Fields of an error that may hold a code. */
const codeNames = ['code', 'errorCode', 'error', 'type'];

/** True for a word or a short number. A sentence, or the id of one error, is not a code. */
const isCode = (word: string) => /^[\w.:-]{1,60}$/.test(word) && !/[0-9a-f]{8}/i.test(word);

/** Returns the code of an error; empty if nothing in it looks like one. */
function codeIn({ json }: Exchange): string[] {
  const values = codeNames.map((name) => field(json, name));
  return values
    .map((value) => (isExactNumber(value) ? value.value : value))
    .filter((value) => typeof value === 'string')
    .filter(isCode)
    .slice(0, 1);
}

/** Describes status, media type, fields and code of a refusal, without texts that may vary. */
export function refusalForm(exchange: Exchange): string {
  const { json, status, text, mediaType } = exchange;
  const fields = json === undefined ? [] : [`{${fieldTypes(json)}}`];
  return [status, mediaType || (text === '' ? 'no body' : 'no type'), ...fields, ...codeIn(exchange)].join(' ');
}

/** Learns how the target refuses a condition, which interface.md does not show. All forms are listed if there are several (ERR-01). */
export function refusedAs(
  record: RunRecord,
  { asked, condition }: { asked: readonly string[]; condition: string },
): OracleResult {
  const sent = asked.map((id) => record.exchange(id));
  const hindered = sent.map((one) => excuseFor(record, one)).find((fault) => fault !== undefined);
  if (hindered) return faultResult(hindered);
  const forms = sent.map((one) => (one.class === 'refused' ? refusalForm(one) : `${one.class} (${one.status})`));
  return learned(condition, [...new Set(forms)].sort().join(', '), asked);
}
