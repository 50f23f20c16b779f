import type { OpenApiReport } from '../../fuzzer/openapi/coverage/report.ts';
import { type CampaignDocument, firstFew } from './campaignReport.ts';

/** The result of a campaign by a contract. */
export type ContractCampaign = CampaignDocument<OpenApiReport>;

/** Returns what a reader has to know besides: which failures did not show again, and which operations could not be judged. */
export function contractNotes({ barred, unshut, passing }: OpenApiReport): string[] {
  const { failed, lost, unasked = 0, first } = passing;
  const failures = [...(failed > 0 ? [`${failed} answers of 5xx`] : []), ...(lost > 0 ? [`${lost} lost answers`] : [])];
  const notes = Object.entries(unshut).map(
    ([why, keys]) =>
      `${keys.length} operations were not seen to refuse a request without a credential: ${why} (${firstFew(keys)})`,
  );
  if (first !== undefined)
    notes.push(
      `${failures.join(' and ')} did not show in both of two tries, and are no findings: the first at ${first}`,
    );
  if (unasked > 0)
    notes.push(`${unasked} of the lost were of writes: nobody knows what became of them, and none was sent again`);
  if (barred.length > 0)
    notes.push(
      `nothing can be said of operations that want a credential: valid requests were answered with 401 or 403 (${firstFew(barred)}); give a credential that the target accepts: --auth <security scheme>=env:<variable>`,
    );
  return notes;
}
