import type { Problem } from '../system/configurationError.ts';
import { hostOf, isHostOf, isLoopback } from '../system/webAddress.ts';
import type { Target } from './target.ts';

/** What is known of a target where money may be moved. */
export type MoneyTarget = Pick<Target, 'baseUrl' | 'kind' | 'allowMoney'>;

/** What the target file says of it; for production that does not count. */
const writtenIn = ({ kind, allowMoney }: MoneyTarget) => (kind === 'production' ? undefined : allowMoney);

/** True where money may be moved: at a host that was named, or on this machine; `named` is by an option. */
function isAllowed(target: MoneyTarget, named: string | undefined): boolean {
  const { kind, baseUrl } = target;
  if (named !== undefined) return isHostOf(baseUrl, named);
  if (kind !== 'production' && isLoopback(baseUrl)) return true;
  const written = writtenIn(target);
  return written !== undefined && isHostOf(baseUrl, written);
}

/** How the host was named, and how whoever has not named it is told what to do. */
export interface Naming {
  named: string | undefined;
  /** The option that names it; where it is not the usual one, there is no target file. */
  flag?: string;
  /** How to read only. */
  instead?: string;
}

const usual = { flag: '--allow-money', instead: 'To read only, say --tier passive.' };

function hintFor({ kind, baseUrl }: MoneyTarget, { flag, instead }: typeof usual): string {
  const host = hostOf(baseUrl);
  // A bracket begins a list in YAML.
  const written = host.startsWith('[') ? JSON.stringify(host) : host;
  const hasFile = kind !== 'production' && flag === usual.flag;
  return `Add ${flag} ${host}${hasFile ? `, or to the target file the line allowMoney: ${written}` : ''}. ${instead}`;
}

/** Why no request may be sent that may move money at a target: its host was not named, by an option or in its file. Undefined where it may. */
export function moneyProblem(target: MoneyTarget, { named, ...how }: Naming): Problem | undefined {
  if (isAllowed(target, named)) return undefined;
  const told = { ...usual, ...how };
  const { kind, baseUrl } = target;
  const written = writtenIn(target);
  return {
    where: told.flag,
    wanted: `${hostOf(baseUrl)}, to move ${kind === 'production' ? 'real ' : ''}money there`,
    seen: named ?? (written === undefined ? `no ${told.flag}` : `allowMoney: ${written}`),
    hint: hintFor(target, told).trimEnd(),
  };
}
