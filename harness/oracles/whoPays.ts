import { type Decimal, type Exact, isObject } from '../../schemas/exact.ts';
import { field, type RunRecord } from '../record.ts';
import { answersTo } from './acquired.ts';
import { projectIn } from './creation.ts';
import { derived } from './derived.ts';
import { numberIn } from './rates.ts';

/** Who bears the platform fee of a project (§ Project settings). */
export type Payer = 'payer' | 'merchant';

/** The answers of the deposit options, the last one of each project. */
const optionsByProject = derived((record: RunRecord) => {
  const answers = answersTo(record, 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options');
  return new Map<string | undefined, Exact>(answers.map(({ exchange, value }) => [projectIn(exchange), value]));
});

/** The fees that deposit options list for one side: of one asset, or of any. */
function listedFees(options: Exact | undefined, whose: Payer, asset?: string): Decimal[] {
  return ['Fixed', 'Percent'].flatMap((part) => {
    const map = field(options, `${whose}${part}PlatformFees`);
    const assets = asset === undefined && isObject(map) ? Object.keys(map) : [asset ?? ''];
    return assets.flatMap((name) => numberIn(map, name) ?? []).filter((fee) => fee.gt(0));
  });
}

/** Who pays the fee of a project by its settings, as far as the target file tells them. */
export function paysBySettings(record: RunRecord, project: string | undefined): Payer | undefined {
  return record.target?.projects?.find(({ id }) => id === project)?.feePaidBy;
}

/** Who pays it: by the settings, where these are not told by whose fees the deposit options list. */
export function whoPays(record: RunRecord, project: string | undefined): Payer | undefined {
  const options = optionsByProject(record).get(project);
  const sides = (['payer', 'merchant'] as const).filter((whose) => listedFees(options, whose).length > 0);
  return paysBySettings(record, project) ?? (sides.length === 1 ? sides[0] : undefined);
}

/** True where the deposit options of a project list a fee of one side for an asset. */
export function listsFee(
  record: RunRecord,
  project: string | undefined,
  fee: { whose: Payer; asset: string },
): boolean {
  return listedFees(optionsByProject(record).get(project), fee.whose, fee.asset).length > 0;
}
