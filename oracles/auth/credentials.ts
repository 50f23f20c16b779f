import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';

/** A credential of the target file that was used: whether its token id has the documented form, and its first request. */
export interface UsedCredential {
  label: string;
  isTokenId: boolean;
  exchange: Exchange;
}

/** Returns the credentials that signed a request of the run. */
export function credentialsIn({ target, exchanges }: RunRecord): UsedCredential[] {
  return (target?.credentials ?? []).flatMap((one) => {
    const exchange = exchanges.find(({ line }) => line.request.signature.credential === one.label);
    return exchange ? [{ ...one, exchange }] : [];
  });
}

/** A token id is TKN-<uuid> (AUT-10). A deviation is in the configuration of the run, not in the target. */
export function hasTokenShape({ label, isTokenId, exchange }: UsedCredential): Fault | undefined {
  return isTokenId ? undefined : { code: 'tokenShape', credential: label, exchanges: [exchange.id] };
}
