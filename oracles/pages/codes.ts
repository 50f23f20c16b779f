import { canonicalAddress } from '../../schemas/domain/addresses.ts';
import { type Decimal, decimal } from '../../schemas/json/exact.ts';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { type Seen, shows } from './visits.ts';

/** The fewest decimals to which a page may round what it shows. */
const leastPlaces = 2;

/** True if a page may show one amount for another: the same, or one that is rounded up, since the payer may pay more but not less (§ Crypto acquiring request). */
export const isEnough = (shown: Decimal, exact: Decimal): boolean =>
  shown.gte(exact) &&
  shown
    .minus(exact)
    .lt(decimal('10').pow(-Math.max(leastPlaces, Math.min(shown.decimalPlaces(), exact.decimalPlaces()))));

/** How many decimals the least unit of a coin has, in which payment addresses count. */
const unitPlaces = [6, 8, 9, 12, 18];

const isInUnits = (shown: Decimal, exact: Decimal) =>
  unitPlaces.some((places) => shown.eq(exact.times(decimal('10').pow(places))));

/** Returns the numbers that parameters of an address have as their whole values, of those whose names fit. */
const valuesIn = (text: string, names: string): Decimal[] =>
  [...text.matchAll(new RegExp(`[?&;](?:${names})=(\\d{1,40}(?:\\.\\d{1,40})?)(?=[&;#]|$)`, 'gi'))].map(
    ([, value = '0']) => decimal(value),
  );

/** True if a parameter of an address is this amount, in whole coins or in their least unit. */
export const holdsAmount = (text: string, due: Decimal): boolean =>
  valuesIn(text, '[\\w.-]+').some((value) => value.eq(due) || isInUnits(value, due));

/** True if a code holds an address; letters of either case are the same only in some kinds of addresses. */
const holdsAddress = (code: string, address: string) =>
  /^(?:0x|(?:bc|tb|bcrt)1)/i.test(address)
    ? code.toLowerCase().includes(canonicalAddress(address))
    : code.includes(address);

/** True for a QR code of where to pay: an address alone, or right after a scheme that is none of the Web or of wallets that only connect. */
const isPaymentCode = (code: string): boolean =>
  /^(?:(?!https?:|wc:)[a-z][\w+.-]*:(?:\/\/)?(?:pay-)?)?(?:0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})(?![\w-])/i.test(
    code.trim(),
  );

/** Returns the fault of a QR code with a payment address that asks for another amount than is due. */
function sumFaults(page: PageLine, { code, step }: { code: string; step: string }, dues: readonly Decimal[]): Fault[] {
  // An address of the Web may have an amount in another currency.
  const asked = /^https?:/i.test(code) ? [] : valuesIn(code, 'amount|uint256');
  const isRight = asked.some((one) => dues.some((due) => isEnough(one, due) || isInUnits(one, due)));
  if (asked.length === 0 || dues.length === 0 || isRight) return [];
  return [shows(page, `the amount ${dues[0]?.toFixed()}, which is due, in the QR code (${step})`, code)];
}

/** Returns the faults of QR codes: one of where to pay without the address of the request, and one with another amount than is due (CHK-05). */
export const codeFaults = (
  page: PageLine,
  { codes = [], step }: Seen,
  { address, dues }: { address: string; dues: readonly Decimal[] },
): Fault[] =>
  codes.flatMap((code) => {
    if (holdsAddress(code, address)) return sumFaults(page, { code, step }, dues);
    return isPaymentCode(code) ? [shows(page, `the address ${address} in the QR code (${step})`, code)] : [];
  });
