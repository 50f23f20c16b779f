import { type Amounts, noOutlay, type Outlay, sumOfAmounts } from '../../../runner/selection/outlay.ts';
import { decimal } from '../../../schemas/json/exact.ts';

/** What a campaign may move by its orders: what is not named is not moved. What was once meant to be sent counts, whatever became of it, and whichever start of the campaign sent it. */
export class MoneyLimit {
  readonly most: Amounts;
  #spent: Amounts;
  #told: () => void = () => undefined;

  constructor(most: Amounts, spent: Amounts = {}) {
    this.most = most;
    this.#spent = spent;
  }

  /** What was taken so far. */
  get spent(): Amounts {
    return this.#spent;
  }

  /** Has somebody told of each taking, before anything of it is sent. */
  onChange(told: () => void): void {
    this.#told = told;
  }

  /** Counts what has moved although it was to be refused: more may have gone then than there was. */
  count(moved: Outlay): void {
    this.#spent = sumOfAmounts([this.#spent, moved.takes, moved.exchanges]);
    if (moved !== noOutlay) this.#told();
  }

  /** What has more of it gone than there was; orders that are to be refused are tried no more. */
  get exceeded(): string | undefined {
    return Object.keys(this.#spent).find((name) => decimal(this.#spent[name] ?? '0').gt(this.most[name] ?? '0'));
  }

  /** Takes what a case may move; where there is not so much left, takes nothing and says what is lacking. */
  take({ takes, exchanges }: Outlay): string | undefined {
    const names = Object.keys({ ...takes, ...exchanges });
    const spent = sumOfAmounts([this.#spent, takes, exchanges]);
    const over = names.find((name) => decimal(spent[name] ?? '0').gt(this.most[name] ?? '0'));
    if (over !== undefined) return `it may move more ${over} than the campaign has money for (--money)`;
    this.#spent = spent;
    if (names.length > 0) this.#told();
    return undefined;
  }
}
