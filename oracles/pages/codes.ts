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
  const asked = /^https?:/i.test(code) ? [] : valuesIn(code, 'amount|uint256|value');
  const isRight = asked.some((one) => dues.some((due) => isEnough(one, due) || isInUnits(one, due)));
  if (asked.length === 0 || dues.length === 0 || isRight) return [];
  return [shows(page, `the amount ${dues[0]?.toFixed()}, which is due, in the QR code (${step})`, code)];
}

/** The numbers of EVM blockchains in payment addresses: of the main chain, and of its public testnet (§ Sandbox). */
const chainNumbers: readonly (readonly [name: RegExp, numbers: readonly string[]])[] = [
  [/^ETH/, ['1', '11155111']],
  [/^(?:BSC|BNB|BINANCE)/, ['56', '97']],
  [/^(?:POLYGON|MATIC)/, ['137', '80002']],
  [/^ARB/, ['42161', '421614']],
  [/^OP/, ['10', '11155420']],
  [/^BASE/, ['8453', '84532']],
];

/** Returns the fault of a payment address that leads to another known blockchain than that of the request. */
function chainFaults(page: PageLine, { code, step }: { code: string; step: string }, blockchain: string): Fault[] {
  const [, asked] = /^ethereum:[^?#/]*@(\d{1,12})(?=[/?#]|$)/i.exec(code) ?? [];
  const own = chainNumbers.find(([name]) => name.test(blockchain.toUpperCase()))?.[1];
  const isKnown = chainNumbers.some(([, numbers]) => asked !== undefined && numbers.includes(asked));
  if (asked === undefined || own === undefined || own.includes(asked) || !isKnown) return [];
  return [shows(page, `the number of ${blockchain} in the payment address (${step})`, code)];
}

/** The schemes of addresses that are none of wallets. */
const webSchemes = /^(?:https?|mailto|tel|sms|javascript|data|blob|about):/i;

/** Returns what a look shows for wallets to pay by: its QR codes, and its links to wallets. */
const walletTexts = ({ codes = [], nodes }: Seen): string[] => [
  ...codes,
  ...nodes.flatMap(({ url = '' }) => (/^[a-z][\w+.-]*:/i.test(url) && !webSchemes.test(url) ? [url] : [])),
];

/** Returns the faults of QR codes and of links to wallets: one of where to pay without the address of the request, one with another amount than is due, and one for another blockchain (CHK-05). */
export const codeFaults = (
  page: PageLine,
  look: Seen,
  { address, blockchain, dues }: { address: string; blockchain: string; dues: readonly Decimal[] },
): Fault[] =>
  walletTexts(look).flatMap((code) => {
    const at = { code, step: look.step };
    if (holdsAddress(code, address)) return [...sumFaults(page, at, dues), ...chainFaults(page, at, blockchain)];
    return isPaymentCode(code) ? [shows(page, `the address ${address} in the QR code (${look.step})`, code)] : [];
  });
