import type { DeafLine, ExperimentLine, Line, RegistrationLine } from '../lines.ts';
import { Delivery } from './delivery.ts';

/** What the receiver of a run has kept: where webhooks were sent, and what came of it. */
export class Received {
  readonly registrations: RegistrationLine[] = [];
  /** Attempts of deliveries, in the order in which they were written; that order proves nothing of the target. */
  readonly deliveries: Delivery[] = [];
  readonly deaf: DeafLine[] = [];
  readonly experiments: ExperimentLine[] = [];

  /** Takes one more line of the journal, where it is of its kinds. */
  take(line: Line): void {
    if (line.kind === 'registration') this.registrations.push(line);
    else if (line.kind === 'delivery') this.deliveries.push(Delivery.of(line));
    else if (line.kind === 'deaf') this.deaf.push(line);
    else if (line.kind === 'experiment') this.experiments.push(line);
  }
}
