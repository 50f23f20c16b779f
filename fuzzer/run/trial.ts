import type { Exchange } from '../../harness/exchange.ts';
import type { FuzzCase } from '../case.ts';
import type { KeptExchange } from '../findings/finding.ts';
import { Batch, type Surroundings } from './batch.ts';
import { type Breach, breachesIn } from './breach.ts';
import { keptOf } from './found.ts';
import { meterOf, type Spent } from './meter.ts';

/** What a case is to show: the requirement that is broken, and by which fault; none where any will do. */
export interface Sought {
  requirement: string;
  code?: string;
}

/** What a case showed when it was sent by itself. */
export interface Trial {
  shown: boolean;
  /** It showed only when absence could be concluded. */
  wasLate: boolean;
  exchanges: readonly KeptExchange[];
  spent: Spent;
  /** Why it was not sent to its end. */
  broken?: string;
}

/** Sends cases by themselves, each on a stage of its own, and looks whether they break a requirement. */
export class Trials {
  readonly #surroundings: Surroundings;
  readonly #prefix: string;
  #count = 0;

  constructor(surroundings: Surroundings, prefix: string) {
    this.#surroundings = surroundings;
    this.#prefix = prefix;
  }

  /** Sends a case; what shows only when absence may be concluded is waited for where nothing shows before. Twins that are known are not sent again. */
  async send(one: FuzzCase, sought: Sought, { twins, isLate }: Sending = {}): Promise<Trial> {
    this.#count += 1;
    const batch = await Batch.open(this.#surroundings, {
      name: `${this.#prefix}${this.#count}`,
      ...(twins && { twins }),
    });
    try {
      const meter = meterOf(batch.record);
      const { broken, steps } = await batch.play(one);
      let breach = await this.#breachIn(batch, sought, { isSwept: false });
      const isEarly = breach !== undefined;
      for (const pass of isLate && broken === undefined ? (['sweep', 'age'] as const) : []) {
        if (breach) break;
        await batch[pass]();
        breach = await this.#breachIn(batch, sought, { isSwept: true });
      }
      const evidence = breach?.exchanges.filter((id) => batch.record.has(id)).map((id) => batch.record.exchange(id));
      const exchanges = (evidence ?? steps.filter((step) => step !== undefined)).slice(-12).map(keptOf);
      const told = { shown: breach !== undefined, wasLate: breach !== undefined && !isEarly, exchanges };
      return { ...told, spent: meter(), ...(broken !== undefined && { broken }) };
    } finally {
      await batch.close({ isKept: false });
    }
  }

  async #breachIn(
    batch: Batch,
    { requirement: wanted, code }: Sought,
    { isSwept }: { isSwept: boolean },
  ): Promise<Breach | undefined> {
    const judged = await batch.judged((id) => id === wanted, { isSwept });
    const breaches = judged.flatMap(({ requirement, contribution }) => breachesIn(requirement, contribution));
    return breaches.find((one) => code === undefined || one.code === code);
  }
}

/** How a case is sent by itself. */
interface Sending {
  twins?: Map<string, Exchange>;
  isLate?: boolean;
}
