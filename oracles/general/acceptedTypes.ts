import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { bareOrderIdFault } from '../core/contractShape.ts';
import { learned, type OracleResult, toResult } from '../core/result.ts';
import { excuseFor } from './excuse.ts';

/** A plain-text creation by a client that does not accept plain text, and the Accept header that it sent. */
export interface AcceptedTypeArgs {
  exchange: string;
  accept: string;
}

/**
 * A plain-text creation answers with a bare ORD-<uuid>, whatever the client accepts (GEN-02c). A refusal as not acceptable (406) is learned, since HTTP allows it
 * and the text does not show it; any other refusal decides nothing.
 */
export function staysPlain(record: RunRecord, { exchange, accept }: AcceptedTypeArgs): OracleResult {
  const sent = record.exchange(exchange);
  if (sent.class === 'accepted')
    return toResult(
      [exchange],
      [bareOrderIdFault(sent)].flatMap((fault) => fault ?? []),
    );
  if (sent.status === 406) return learned(`Accept: ${accept}`, `${sent.class} (406)`, [exchange]);
  const wanted = `an accepted order with Accept: ${accept}`;
  return toResult([exchange], [excuseFor(record, sent) ?? { code: 'noEvidence', wanted, exchanges: [exchange] }]);
}
