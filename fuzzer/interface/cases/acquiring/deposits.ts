import { pricesIn } from '../../../../oracles/answers/depositPrices.ts';
import { currencyOf, type Price } from '../../../../schemas/domain/assets.ts';
import { decimal } from '../../../../schemas/json/exact.ts';
import { assertionOf, controlAction } from '../../builder/caseSteps.ts';
import { validCase } from '../../builder/cases.ts';
import { amountAt, perProject } from '../../builder/projects.ts';
import { generator, type Input, rows, type Table } from '../../builder/tables.ts';
import type { ListedProject, TargetInventory } from '../../target/targetInventory.ts';
import { newestPayments } from '../exchange/exchangeOrders.ts';
import { bundleCall } from './addressBundles.ts';

/** An asset of a project with the limits that its deposit options list. */
interface Place {
  project: ListedProject;
  price: Price;
}

const places = (known: TargetInventory): Table<Place> =>
  perProject(known, (project) =>
    pricesIn(project.options)
      .filter(({ isOwn, minLimit }) => isOwn && minLimit?.gt(0))
      .map((price) => [price.asset, { project, price }] as const),
  );

/**
 * Payments to one static address in a drawn order: exactly its minimum, half of what the project lists, and two of any magnitude. Which of them must not fail or
 * not succeed, the terms of the address decide (SAB-14).
 */
function paid({ project, price }: Place, { chance, name }: Input) {
  const address = '{{1/addresses/0/address}}';
  const drawn = () => String(amountAt(price, 'of any magnitude', chance));
  const half = price.minLimit?.div(2) ?? decimal('0.01');
  const amounts = ['{{1/addresses/0/values/minLimit}}', half.toFixed(), drawn(), drawn()];
  const begin = chance.below(amounts.length);
  const pays = [...amounts.slice(begin), ...amounts.slice(0, begin)].map((amount) =>
    controlAction('chain/transfers', { asset: price.asset, address, amount }),
  );
  const reads = [newestPayments(currencyOf(price.asset)), newestPayments(currencyOf(price.asset))];
  return validCase(
    `payments to a static address of ${name}`,
    [bundleCall(project, [price.asset]), ...pays, ...reads],
    [assertionOf('SAB-14', 'enoughNeverFails', {}), assertionOf('SAB-14', 'tooLittleNeverSucceeds', {})],
  );
}

/** Payments to static addresses, which the test control API makes. */
export const depositCases = generator({ name: 'a static address that is paid', evidences: ['SAB-14'] }, (known) =>
  known.hasTestControl ? rows(places(known), paid) : [],
);
