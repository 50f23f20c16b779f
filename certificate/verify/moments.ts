import { Refusal } from '../refusal.ts';
import type { Certificate } from '../statement/certificate.ts';

/** The clocks of two machines may differ by this much. */
export const clockSlackMs = 5 * 60_000;

/** The longest time for which a certificate may be valid. */
export const longestDays = 400;

/** The longest time from the end of a run to the certificate: the campaign is between them. */
export const longestWaitDays = 7;

const dayMs = 86_400_000;

const isDay = (text: string) => !Number.isNaN(Date.parse(text));

/** Refuses dates that contradict each other, a certificate from the future, and one that has ended. `now` is the verifier's time. Throws Refusal. */
export function refuseMoments({ run, issuedAt, rerunDue, validUntil }: Certificate, now: Date): void {
  const order = { 'the start of the run': run.startedAt, 'its end': run.endedAt, issuedAt, rerunDue, validUntil };
  const named = Object.entries(order);
  const invalid = named.find(([, text]) => !isDay(text));
  if (invalid) throw new Refusal('disorderedDates', { where: `${invalid[0]} is no date` });
  for (const [index, [where, text]] of named.slice(1).entries()) {
    const [before, earlier] = named[index] ?? ['', ''];
    if (Date.parse(text) + 1_000 < Date.parse(earlier))
      throw new Refusal('disorderedDates', { where: `${where} is before ${before}` });
  }
  if (Date.parse(validUntil) - Date.parse(issuedAt) > longestDays * dayMs)
    throw new Refusal('disorderedDates', { where: `it is valid for more than ${longestDays} days` });
  if (Date.parse(issuedAt) - Date.parse(run.endedAt) > longestWaitDays * dayMs)
    throw new Refusal('disorderedDates', { where: `its run ended more than ${longestWaitDays} days before issuedAt` });
  const limit = now.toISOString();
  if (Date.parse(issuedAt) > now.getTime() + clockSlackMs)
    throw new Refusal('future', { where: 'issuedAt', seen: issuedAt, limit });
  if (Date.parse(validUntil) < now.getTime()) throw new Refusal('expired', { seen: validUntil, limit });
}
