import { Delivery } from './delivery.ts';
import type { ExperimentLine, Line, NotListeningLine, RegistrationLine } from './journalTypes.ts';

/** What the receiver of a run has kept: where webhooks were sent, and what came of it. */
export class ReceivedWebhooks {
  readonly registrations: RegistrationLine[] = [];
  /** Attempts of deliveries, in the order in which they were written; that order proves nothing of the target. */
  readonly deliveries: Delivery[] = [];
  readonly notListening: NotListeningLine[] = [];
  readonly experiments: ExperimentLine[] = [];
  readonly #byId = new Map<string, Delivery>();

  /** The delivery of this number, if the record has it. */
  known(id: string): Delivery | undefined {
    return this.#byId.get(id);
  }

  /** How many lines of the receiver were taken: all but those of experiments, which it does not write. */
  get lines(): number {
    return this.registrations.length + this.deliveries.length + this.notListening.length;
  }

  /** Takes one more line of the journal, where it is of its kinds. */
  take(line: Line): void {
    if (line.kind === 'registration') this.registrations.push(line);
    else if (line.kind === 'delivery') this.#takeDelivery(Delivery.of(line));
    else if (line.kind === 'deaf') this.notListening.push(line);
    else if (line.kind === 'experiment') this.experiments.push(line);
  }

  #takeDelivery(delivery: Delivery): void {
    this.deliveries.push(delivery);
    this.#byId.set(delivery.id, delivery);
  }
}
