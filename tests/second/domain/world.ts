import type { Acquiring } from '../acquiring/acquiring.ts';
import type { Clock } from '../core/clock.ts';
import type { PaymentBook } from '../payments/book.ts';
import type { Method } from '../payments/methods.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Account, Token } from './account.ts';

/** Everything that one running server holds. */
export interface World {
  clock: Clock;
  baseUrl: string;
  accounts: Account[];
  tokens: Token[];
  methods: Method[];
  payments: PaymentBook;
  webhooks: Webhooks;
  acquiring: Acquiring;
}
