import { choicesOfSize, type FeeChoice, feeSizes } from '../../actions/acquiring/feeChoices.ts';
import { drawnItem } from '../../actions/inputs/turns.ts';
import { codesOn } from '../codes.ts';
import { checkAddress, madeByLink } from './records.ts';
import { follow, oncePerRun, type TourEnd, type TourParts, untilOffered, visiting } from './tour.ts';

/** A visit to a page that says what is due, and the reads of its checkout. */
export interface Due {
  page: string;
  reads: readonly string[];
}

/** The end of visits to pages that say what is due. */
export interface DuesEnd extends TourEnd {
  dues: readonly Due[];
}

/** Opens the page of a payment link, on which the asset was chosen before, and reads its QR codes if they are wanted. Undefined where the target makes no such link. */
async function dueOf(
  parts: TourParts,
  { project, body, asset }: FeeChoice,
  { readsCodes = false } = {},
): Promise<Due | undefined> {
  const made = await madeByLink(parts, { project, body, asset });
  if (!made) return undefined;
  const { created, id: opens, url: address } = made;
  await checkAddress(parts, { created, address });
  const following = follow(parts, project, created);
  const page = await visiting(parts, { way: 'hosted', created, opens, address }, async (visit) => {
    await untilOffered(parts, visit, { step: 'waiting' });
    await visit.look('waiting', { asset, ...(readsCodes && { codes: await codesOn(visit) }) });
    await following.read();
  });
  return { page, reads: following.reads };
}

/** Opens the pages of checkouts of one order that were chosen alike: an order may be tried again, and each checkout has an address of its own. */
async function duesOfOneOrder(parts: TourParts, choice: FeeChoice): Promise<Due[]> {
  const body = { ...choice.body, clientOrderId: parts.worker.freshKey() };
  const dues: Due[] = [];
  for (const _ of ['first', 'tried again']) {
    const due = await dueOf(parts, { ...choice, body }, { readsCodes: true });
    if (due) dues.push(due);
  }
  return dues;
}

/**
 * Opens pages that say what is due, for prices of every size in each relation to the asset that is paid: an amount may be cut where it is long. Payment links
 * cost no POST. Nothing is opened where the target offers none.
 */
export const duesTour = (parts: TourParts): Promise<DuesEnd> =>
  oncePerRun(parts, 'dues of every size', async () => {
    const { projects, worker } = parts;
    const widgets = await projects.all();
    const dues: Due[] = [];
    for (const size of feeSizes)
      for (const [nth, [first, ...others]] of choicesOfSize(widgets, size, worker).entries()) {
        const due = await dueOf(parts, drawnItem(worker, `due ${nth} of ${size}`, [first, ...others]));
        if (due) dues.push(due);
      }
    const [same] = choicesOfSize(widgets, 'middling', worker);
    if (same) dues.push(...(await duesOfOneOrder(parts, drawnItem(worker, 'due of one order', same))));
    return {
      pages: Object.fromEntries(dues.map(({ page }, nth) => [`due ${nth}`, page])),
      reads: dues.flatMap(({ reads }) => reads),
      dues,
    };
  });
