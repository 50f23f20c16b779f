import { type Money, ZERO } from './money.ts';

/** The service's own books: money held for open pay-outs, fees earned, exchanged amounts, and money from or to the outside. */
export const BOOKS = ['held', 'fees', 'market', 'outside'] as const;

/** One of these books. */
export type Book = (typeof BOOKS)[number];

/** A holder of money by currency. A merchant account may spend the money in its balances. */
export interface Holder {
  readonly balances: Map<string, Money>;
}

/** A move of money from one holder or book to another. A negative amount goes the other way. */
export interface Transfer {
  readonly currency: string;
  readonly amount: Money;
  readonly from: Holder | Book;
  readonly to: Holder | Book;
}

/** The books of an instance. */
export type Books = Readonly<Record<Book, Holder>>;

/** The balance of a holder in a currency. */
export const balanceOf = ({ balances }: Holder, currency: string): Money => balances.get(currency) ?? ZERO;

/** Opens the books. The book `outside` starts with the negative sum of all opening balances; the other books are empty. */
export function openBooks(holders: readonly Holder[]): Books {
  const empty = (): Holder => ({ balances: new Map() });
  const books = { held: empty(), fees: empty(), market: empty(), outside: empty() };
  for (const { balances } of holders) {
    for (const [currency, amount] of balances) add(books.outside, currency, amount.negated());
  }
  return books;
}

/** Records a transfer on both sides, so that the sum over all holders and books of a currency stays zero. */
export function transfer(books: Books, { currency, amount, from, to }: Transfer): void {
  add(typeof from === 'string' ? books[from] : from, currency, amount.negated());
  add(typeof to === 'string' ? books[to] : to, currency, amount);
}

function add(holder: Holder, currency: string, amount: Money): void {
  holder.balances.set(currency, balanceOf(holder, currency).plus(amount));
}
