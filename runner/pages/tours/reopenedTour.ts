import { checkAddress, opened } from './records.ts';
import { oncePerRun, type TourEnd, type TourParts, visiting } from './tour.ts';

/** Opens the page of a checkout again, when others were created after it and it may be over. */
export const reopenedTour = (parts: TourParts, created: string): Promise<TourEnd> =>
  oncePerRun(parts, `of ${created} again`, async () => {
    const made = opened(parts, parts.worker.record.exchange(created));
    await checkAddress(parts, made);
    const { id: opens, address } = made;
    const opening = { way: 'hosted', created: made.created, opens, address } as const;
    const page = await visiting(parts, opening, async (visit) => void (await visit.look('opened')));
    return { pages: { page }, reads: [] };
  });
