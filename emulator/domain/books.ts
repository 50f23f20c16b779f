import { type Money, ZERO } from './money.ts';

/** The books beside the merchants' own: what is held for open pay-outs, earned as fees, exchanged, come from or gone outside. */
export const BOOKS = ['held', 'fees', 'market', 'outside'] as const;

/** One of these books. */
export type Book = (typeof BOOKS)[number];

/** Whoever has money by currency: a merchant account has what it may spend. */
export interface Holder {
  readonly balances: Map<string, Money>;
}

/** Money that goes from one holder or book to another; a negative amount goes the other way. */
export interface Transfer {
  readonly currency: string;
  readonly amount: Money;
  readonly from: Holder | Book;
  readonly to: Holder | Book;
}

/** The books of a world. */
export type Books = Readonly<Record<Book, Holder>>;

/** What a holder has of a currency. */
export const balanceOf = ({ balances }: Holder, currency: string): Money => balances.get(currency) ?? ZERO;

/** Books in which nothing is written but where the opening balances came from. */
export function openBooks(holders: readonly Holder[]): Books {
  const empty = (): Holder => ({ balances: new Map() });
  const books = { held: empty(), fees: empty(), market: empty(), outside: empty() };
  for (const { balances } of holders) {
    for (const [currency, amount] of balances) add(books.outside, currency, amount.negated());
  }
  return books;
}

/** Writes a transfer on both of its sides, so that the sum over all holders and books of a currency is always zero. */
export function transfer(books: Books, { currency, amount, from, to }: Transfer): void {
  add(typeof from === 'string' ? books[from] : from, currency, amount.negated());
  add(typeof to === 'string' ? books[to] : to, currency, amount);
}

function add(holder: Holder, currency: string, amount: Money): void {
  holder.balances.set(currency, balanceOf(holder, currency).plus(amount));
}
