import { Delivery } from './delivery.ts';
import type { ExperimentLine, Line, NotListeningLine, RegistrationLine } from './journalTypes.ts';

/** What the receiver of a run recorded: where webhooks were sent, and which deliveries came. */
export class ReceivedWebhooks {
  readonly registrations: RegistrationLine[] = [];
  /** Delivery attempts in the order in which they were written; that order proves nothing about the target. */
  readonly deliveries: Delivery[] = [];
  readonly notListening: NotListeningLine[] = [];
  readonly experiments: ExperimentLine[] = [];
  readonly #byId = new Map<string, Delivery>();

  /** Returns the delivery with this number; undefined if the record has none. */
  known(id: string): Delivery | undefined {
    return this.#byId.get(id);
  }

  /** The number of receiver lines added; experiments do not count, since the receiver does not write them. */
  get lines(): number {
    return this.registrations.length + this.deliveries.length + this.notListening.length;
  }

  /** Adds one more line of the journal if its kind is registration, delivery, not listening or experiment. */
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
