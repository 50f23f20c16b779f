import { Delivery } from './delivery.ts';
import type { ExperimentLine, Line, NotListeningLine, RegistrationLine } from './journalTypes.ts';

/** Where the webhooks of an account were sent, and which deliveries came there. */
interface AddressedWebhooks {
  readonly registrations: RegistrationLine[];
  /** Delivery attempts in the order in which they were written; that order proves nothing about the target. */
  readonly deliveries: Delivery[];
}

/** What the receiver of a run recorded: where webhooks of the account under test were sent, and which deliveries came. */
export class ReceivedWebhooks implements AddressedWebhooks {
  readonly registrations: RegistrationLine[] = [];
  readonly deliveries: Delivery[] = [];
  /** The same of further accounts, which have addresses of their own. */
  readonly further: AddressedWebhooks = { registrations: [], deliveries: [] };
  readonly notListening: NotListeningLine[] = [];
  readonly experiments: ExperimentLine[] = [];
  readonly #byId = new Map<string, Delivery>();

  /** Returns the delivery with this number; undefined if the record has none. */
  known(id: string): Delivery | undefined {
    return this.#byId.get(id);
  }

  /** The number of lines of the receiver that tell no delivery. */
  get linesBesideDeliveries(): number {
    return this.registrations.length + this.further.registrations.length + this.notListening.length;
  }

  /** Adds one more line of the journal if its kind is registration, delivery, not listening or experiment. */
  take(line: Line): void {
    if (line.kind === 'registration') this.#addressed(line).registrations.push(line);
    else if (line.kind === 'delivery') this.#takeDelivery(Delivery.of(line));
    else if (line.kind === 'deaf') this.notListening.push(line);
    else if (line.kind === 'experiment') this.experiments.push(line);
  }

  #addressed({ account }: { account?: string }): AddressedWebhooks {
    return account === undefined ? this : this.further;
  }

  #takeDelivery(delivery: Delivery): void {
    this.#addressed(delivery.line).deliveries.push(delivery);
    this.#byId.set(delivery.id, delivery);
  }
}
