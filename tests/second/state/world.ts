import type { Clock } from '../core/clock.ts';
import type { Account, Token } from '../domain/account.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Acquiring } from './acquiring.ts';
import type { PaymentBook } from './book.ts';
import type { Method } from './methods.ts';

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
