import type { Problem } from '../system/configurationError.ts';
import { hostOf, isHostOf, isLoopback } from '../system/webAddress.ts';
import type { Target } from './target.ts';

/** The facts about a target that decide whether money may be moved. */
export type MoneyTarget = Pick<Target, 'baseUrl' | 'kind' | 'allowMoney'>;

/** Returns the host that the target file allows. In a file for production an allowed host does not count. */
const writtenIn = ({ kind, allowMoney }: MoneyTarget) => (kind === 'production' ? undefined : allowMoney);

/** True if money may be moved: on a host that was named, or on this machine. `named` comes from an option. */
function isAllowed(target: MoneyTarget, named: string | undefined): boolean {
  const { kind, baseUrl } = target;
  if (named !== undefined) return isHostOf(baseUrl, named);
  if (kind !== 'production' && isLoopback(baseUrl)) return true;
  const written = writtenIn(target);
  return written !== undefined && isHostOf(baseUrl, written);
}

/** How the host was named, and the words for a user who has not named it. */
export interface Naming {
  named: string | undefined;
  /** The option that names the host. If this is not the usual option, there is no target file. */
  flag?: string;
  /** The words that tell the user how to run with reads only. */
  instead?: string;
}

const usual = { flag: '--allow-money', instead: 'To only read, use --tier passive.' };

function hintFor({ kind, baseUrl }: MoneyTarget, { flag, instead }: typeof usual): string {
  const host = hostOf(baseUrl);
  // In YAML an opening bracket begins a list, so a host that begins with a bracket is quoted.
  const written = host.startsWith('[') ? JSON.stringify(host) : host;
  const hasFile = kind !== 'production' && flag === usual.flag;
  return `Add ${flag} ${host}${hasFile ? `, or add the line allowMoney: ${written} to the target file` : ''}. ${instead}`;
}

/** Returns why requests that may move money must not be sent to a target: neither an option nor its file names its host. Undefined if they may be sent. */
export function moneyProblem(target: MoneyTarget, { named, ...how }: Naming): Problem | undefined {
  if (isAllowed(target, named)) return undefined;
  const words = { ...usual, ...how };
  const { kind, baseUrl } = target;
  const written = writtenIn(target);
  return {
    where: words.flag,
    wanted: `${hostOf(baseUrl)}, to move ${kind === 'production' ? 'real ' : ''}money there`,
    seen: named ?? (written === undefined ? `no ${words.flag}` : `allowMoney: ${written}`),
    hint: hintFor(target, words).trimEnd(),
  };
}
