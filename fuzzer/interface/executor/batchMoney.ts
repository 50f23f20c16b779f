import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { caseOutlay } from '../../engine/cases/caseOutlay.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { subjectStepAt } from '../../engine/cases/stepGroups.ts';
import type { ExecutedCase } from './caseExecutor.ts';
import type { MoneyLimit } from './moneyLimit.ts';
import { expectsRefusedSpending, mayBeMade, outlayOfOrder } from './unexpectedOrders.ts';

/** The money that the orders of a batch move, within what its campaign may move. */
export class BatchMoney {
  readonly #money: MoneyLimit | undefined;
  readonly #record: RunRecord;
  /** Orders that should have been refused and that already count as made. */
  readonly #counted = new Set<Exchange>();

  constructor(money: MoneyLimit | undefined, record: RunRecord) {
    this.#money = money;
    this.#record = record;
  }

  readonly #currencyOf = (id: string) => {
    const listed = this.#record.methods.find(({ value }) => textField(value, 'id') === id);
    return listed && textField(listed.value, 'currency');
  };

  /** Takes the money that the orders of a case may move, besides those of known control requests. Returns what is lacking if there is not enough. */
  afford(one: FuzzCase, controls: Set<string>): string | undefined {
    const exceeded = expectsRefusedSpending(one) ? this.#money?.exceeded : undefined;
    if (exceeded !== undefined)
      return `more ${exceeded} than the campaign has money for (--money) went to requests that the target should have refused`;
    return this.#money?.take(caseOutlay(one, this.#currencyOf, controls));
  }

  /** Counts the money that was moved by orders that should have been refused. Each order counts once. */
  count(all: Iterable<ExecutedCase>): void {
    for (const { case: one, steps } of all) {
      const order = expectsRefusedSpending(one) ? steps[subjectStepAt(one.steps)] : undefined;
      if (!order || this.#counted.has(order) || !mayBeMade(this.#record, order)) continue;
      this.#counted.add(order);
      this.#money?.count(outlayOfOrder(this.#record, order, this.#currencyOf));
    }
  }
}
