import { type Amounts, noOutlay, type Outlay, sumOfAmounts } from '../../../runner/selection/outlay.ts';
import { decimal } from '../../../schemas/json/exact.ts';

/**
 * The money that a campaign may move by its orders. A currency that is not named may not be moved. Each order counts as soon as it is to be sent, with any
 * outcome, and also if an earlier start of the campaign sent it.
 */
export class MoneyLimit {
  readonly most: Amounts;
  #spent: Amounts;
  #listener: () => void = () => undefined;

  constructor(most: Amounts, spent: Amounts = {}) {
    this.most = most;
    this.#spent = spent;
  }

  /** The amounts taken so far. */
  get spent(): Amounts {
    return this.#spent;
  }

  /** Registers a listener for each taking of money. The listener is called before any order of this taking is sent. */
  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  /** Counts the money that orders have moved although they should have been refused. With this money the limit may be exceeded. */
  count(moved: Outlay): void {
    this.#spent = sumOfAmounts([this.#spent, moved.takes, moved.exchanges]);
    if (moved !== noOutlay) this.#listener();
  }

  /** The currency whose limit is exceeded. Orders that should be refused are then no longer tried. */
  get exceeded(): string | undefined {
    return Object.keys(this.#spent).find((name) => decimal(this.#spent[name] ?? '0').gt(this.most[name] ?? '0'));
  }

  /** Takes the money that a case may move. If there is not enough, takes nothing and returns what is lacking. */
  take({ takes, exchanges }: Outlay): string | undefined {
    const names = Object.keys({ ...takes, ...exchanges });
    const spent = sumOfAmounts([this.#spent, takes, exchanges]);
    const over = names.find((name) => decimal(spent[name] ?? '0').gt(this.most[name] ?? '0'));
    if (over !== undefined) return `it may move more ${over} than the campaign has money for (--money)`;
    this.#spent = spent;
    if (names.length > 0) this.#listener();
    return undefined;
  }
}
