import { type Amounts, type Outlay, sumOfAmounts } from '../../harness/outlay.ts';
import { decimal } from '../../schemas/exact.ts';

/** What a campaign may move by its orders: what is not named is not moved. What was once meant to be sent counts, whatever became of it. */
export class Money {
  readonly most: Amounts;
  #spent: Amounts = {};

  constructor(most: Amounts) {
    this.most = most;
  }

  /** Takes what a case may move; where there is not so much left, takes nothing and says what is lacking. */
  take({ takes, exchanges }: Outlay): string | undefined {
    const spent = sumOfAmounts([this.#spent, takes, exchanges]);
    const over = Object.keys({ ...takes, ...exchanges }).find((name) =>
      decimal(spent[name] ?? '0').gt(this.most[name] ?? '0'),
    );
    if (over !== undefined) return `it may move more ${over} than the campaign has money for (--money)`;
    this.#spent = spent;
    return undefined;
  }
}
