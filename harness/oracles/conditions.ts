import { isExactNumber } from '../../schemas/exact.ts';
import type { Exchange } from '../exchange.ts';
import type { ClaimLine } from '../lines.ts';
import { field, type RunRecord } from '../record.ts';
import { outlineOf } from './outline.ts';
import type { RefusalArgs } from './reply.ts';

/** One way to ask for a refusal, and the answer to it. */
export interface Condition {
  name: string;
  exchange: Exchange;
}

/** The requirement, the cell and the defect: whoever asks by the same name asks the same, tonight and tomorrow. */
function nameOf({ requirement, cell, args }: ClaimLine): string {
  const { defect } = args as RefusalArgs;
  return [requirement, ...(cell === undefined || cell === defect ? [] : [`${cell}:`]), defect].join(' ');
}

/** Every defect that this run has claimed to be refused, and that was. */
export function conditionsIn(record: RunRecord): Condition[] {
  return record.claims
    .filter(({ oracle }) => oracle === 'refused')
    .map((claim) => ({ name: nameOf(claim), exchange: record.exchange((claim.args as RefusalArgs).exchange) }))
    .filter(({ exchange }) => exchange.class === 'refused');
}

/** Fields under which an error may carry a code. */
const codeNames = ['code', 'errorCode', 'error', 'type'];

/** A word or a short number is a code; a sentence, or the id of one error, is none. */
const isCode = (word: string) => /^[\w.:-]{1,60}$/.test(word) && !/[0-9a-f]{8}/i.test(word);

/** The code of an error; none where nothing in it looks like one. */
function codeIn({ json }: Exchange): string[] {
  const values = codeNames.map((name) => field(json, name));
  return values
    .map((value) => (isExactNumber(value) ? value.value : value))
    .filter((value) => typeof value === 'string')
    .filter(isCode)
    .slice(0, 1);
}

/** Status, media type, fields and code of a refusal, whose form interface.md does not show (ERR-01); no text that may vary. */
export function answerForm(exchange: Exchange): string {
  const type = exchange.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  const { json } = exchange;
  const fields = json === undefined ? [] : [`{${outlineOf(json)}}`];
  return [exchange.status, type ?? (exchange.text === '' ? 'no body' : 'no type'), ...fields, ...codeIn(exchange)].join(
    ' ',
  );
}
