import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { FindingStore } from '../../fuzzer/engine/findings/findingStore.ts';
import { escapeLine } from '../../reports/text/escape.ts';
import { ConfigurationError, type Problem } from '../../traffic/system/configurationError.ts';
import { stateFileOf } from '../../traffic/target/filesBeside.ts';
import { countProblem } from './campaign/budgetOptions.ts';
import { type InterfaceReplayOptions, openInterfaceReplay } from './campaign/interfaceReplay.ts';
import { type OpenApiReplayOptions, openApiReplay } from './campaign/openapiReplay.ts';
import { resendFinding } from './campaign/resendFinding.ts';
import { namedTarget } from './prepare/namedTarget.ts';

/** The options of `assay replay`. */
export type ReplayOptions = InterfaceReplayOptions & OpenApiReplayOptions;

/** The most findings that are listed if the requested one is unknown. */
const mostListed = 40;

function unknownOf(fingerprint: string, { all }: FindingStore): Problem {
  const listed = all.slice(0, mostListed).map((one) => `    ${one.fingerprint}  ${one.requirement}  ${one.operation}`);
  const more = all.length > mostListed ? [`    and ${all.length - mostListed} more`] : [];
  return {
    where: fingerprint,
    wanted: 'the fingerprint of one finding, or its first digits if they are unambiguous',
    seen: all.length === 0 ? 'no findings at all' : 'no such finding, or several',
    hint: [`Name another file with --findings${all.length === 0 ? '.' : ', or one of these:'}`, ...listed, ...more]
      .map(escapeLine)
      .join('\n'),
  };
}

/** Returns the findings file of a target. Throws ConfigurationError if there is none, which mostly means that the target was mistyped. */
function findingsFileOf(place: string): string {
  const file = stateFileOf(place, 'findings');
  if (existsSync(file)) return file;
  const hint =
    'Name its target file, an address that begins with http:// or https://, or the file of findings with --findings.';
  const seen = `no ${file}`;
  throw new ConfigurationError('assay replay', [
    { where: `--target ${place}`, wanted: 'a target with stored findings', seen, hint },
  ]);
}

/** Returns the findings file of the named target; the embedded emulator has none. */
function storeFileOf({ target: named, findings }: ReplayOptions): string {
  const place = namedTarget(named);
  if (findings !== undefined) {
    if (existsSync(findings)) return resolve(findings);
    const hint = 'A campaign writes findings.ndjson to its folder, or a findings file beside the target file.';
    throw new ConfigurationError('assay replay', [{ where: '--findings', wanted: 'a file', seen: findings, hint }]);
  }
  if (place !== undefined) return findingsFileOf(place);
  const hint = 'Name the target, or the findings.ndjson in the folder of a campaign.';
  throw new ConfigurationError('assay replay', [
    {
      where: '--findings',
      wanted: 'the file of the finding, or its target',
      seen: 'neither --findings nor --target',
      hint,
    },
  ]);
}

/** Sends a finding again with fresh ids, to its own target or to another one; returns the exit code. */
export async function replay(fingerprint: string, options: ReplayOptions): Promise<number> {
  const wrong = countProblem('--times', options.times, 1);
  if (wrong.length > 0) throw new ConfigurationError('assay replay', wrong);
  const file = storeFileOf(options);
  const store = new FindingStore(file);
  const one = store.find(fingerprint);
  if (!one) throw new ConfigurationError(file, [unknownOf(fingerprint, store)]);
  const stored = { one, file, store };
  const session = await (one.api ? openApiReplay(stored, one.api, options) : openInterfaceReplay(stored, options));
  return typeof session === 'number' ? session : resendFinding(stored, session, options);
}
