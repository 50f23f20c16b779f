import { hostname } from 'node:os';
import { exitOf, tallyOf, type Verdict } from '../../judge/buildVerdict.ts';
import type { FailuresBefore } from '../../judge/failureHistory.ts';
import { followFailures, noFailures, withKnownFailures } from '../../judge/failures.ts';
import type { Halt } from '../../traffic/journal/journalTypes.ts';
import type { KnownFailure } from '../../traffic/target/file/knownFailures.ts';
import { targetContract } from '../../traffic/target/targetContract.ts';
import type { ClientRecord } from '../record/clientRecord.ts';
import { breakWords, judgeClient } from './judgeClient.ts';

/** What a verdict on a client needs besides its journal. */
export interface GivenForClient {
  /** The folder of the judged journal. */
  journal: string;
  knownFailures?: readonly KnownFailure[];
  strict?: boolean;
}

/** No test of an earlier run asked for anything: a gate is whole by itself. */
const nothingAsked = {
  exchanges: [],
  assertions: [],
  combinationsOf: () => ({ names: [], chosen: [] }),
  has: () => false,
  exchange: (id: string): never => {
    throw new Error(`expected no exchange, got ${id}`);
  },
};

function exchangesOf({ requests }: ClientRecord): Verdict['header']['exchanges'] {
  const get = requests.filter(({ method }) => method === 'GET').length;
  return { total: requests.length, get, post: requests.length - get };
}

function haltOf(record: ClientRecord): Halt | undefined {
  const [end] = record.of('end');
  if (!end || end.halt) return { cause: 'interrupted', message: 'before its end' };
  const lost = record.of('introduction').length === 0 ? record.of('broken')[0] : undefined;
  if (lost) return { cause: 'testee', message: breakWords(lost.broken) };
  const { command } = record.gate ?? {};
  return end.command === undefined ? undefined : { cause: 'command', message: `${command} ended with ${end.command}` };
}

/** Judges the journal of a gate and returns its verdict, the object from which every report is written. One pass makes a known failure stale. */
export async function clientVerdict(record: ClientRecord, given: GivenForClient): Promise<Verdict> {
  const { journal, knownFailures = [], strict = false } = given;
  const { gate } = record;
  const [end] = record.of('end');
  const [introduction] = record.of('introduction');
  const halt = haltOf(record);
  const requirements = withKnownFailures(judgeClient(record), knownFailures);
  const startedAt = gate?.startedAt ?? new Date(0).toISOString();
  const isAsked = gate?.only !== undefined;
  const before: FailuresBefore = { state: noFailures, knownFailures };
  const exit = (isStale: boolean) => exitOf(requirements, { halt, strict, isAsked, isStale });
  const exchanges = exchangesOf(record);
  const durationMs = end?.durationMs ?? 0;
  const night = {
    run: gate?.run ?? '',
    startedAt,
    profile: 'full',
    posts: exchanges.post,
    minutes: Math.round(durationMs / 6_000) / 10,
  };
  const history = followFailures({ requirements, record: nothingAsked, night, before, staleAfter: 1 }, exit);
  const testee = introduction?.testee;
  return {
    version: 1,
    header: {
      judgedAt: new Date().toISOString(),
      durationMs,
      host: hostname(),
      journal,
      run: { id: gate?.run ?? '', seed: gate?.seed ?? 0, startedAt },
      exchanges,
      throttled: [],
      command: 'client',
      again: gate?.again ?? '',
    },
    selection: {
      profile: 'full',
      tier: 'active',
      day: startedAt.slice(0, 10),
      ...(gate?.only && { asked: gate.only }),
    },
    target: {
      name: testee ? `${testee.name} ${testee.version}`.trim() : (gate?.name ?? gate?.command ?? ''),
      kind: 'client',
      baseUrl: gate?.target ?? 'the embedded emulator',
    },
    contract: (await targetContract(undefined)).fingerprint,
    ...(halt && { halt }),
    ...tallyOf(requirements),
    exit: exit(history.stale !== undefined),
    history,
    requirements,
  };
}
