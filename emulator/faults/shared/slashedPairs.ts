import type { JsonRecord } from '../../domain/json.ts';

/** An exchange limit whose pair is written with a slash, as traders write it. */
export const withSlashedPair = (record: JsonRecord): JsonRecord => ({
  ...record,
  symbolPair: String(record['symbolPair']).replace(/(USDT|[A-Z]{3})$/, '/$1'),
});
