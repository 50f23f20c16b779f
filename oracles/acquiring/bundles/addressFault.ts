import { isAddressOf } from '../../../schemas/domain/addresses.ts';
import { type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';

/** Reports an address that is not valid on its blockchain; unknown blockchains are not judged. */
export function addressFault({ where, value, exchange }: Sighting, blockchain: string): Fault | undefined {
  const address = textField(value, 'address');
  if (address === undefined || isAddressOf(blockchain, address) !== false) return undefined;
  return {
    code: 'schema',
    where: `${where}/address`,
    keyword: 'format',
    wanted: `a well-formed address of ${blockchain}`,
    seen: excerpt(address),
    exchanges: [exchange.id],
  };
}
