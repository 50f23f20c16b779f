import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { Deadlines } from '../../../traffic/target/file/readTargetFile.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { callControlApi } from '../../../traffic/transport/controlApi.ts';
import type { InjectedFault } from '../network/injectedFaults.ts';
import { type Behaviour, serve } from '../network/testServer.ts';
import { assayInto, verdictIn } from './assayCommand.ts';
import { startEmulator, targetFileLike } from './startEmulator.ts';

/** Long enough for an emulator on a busy machine, short enough to wait for answers that never come. */
const deadlines: Partial<Deadlines> = {
  answerMs: 3_000,
  visibleMs: 2_000,
  finalMs: 2_000,
  pendingWindowMs: 300,
  recoverMs: 10_000,
};

/** The result of a run through a proxy. */
export interface ProxiedRun {
  code: number | null;
  verdict: Verdict;
  /** The number of paid orders in the emulator instance. */
  orders: number;
  /** The processes of the run that still exist. */
  left: readonly string[];
  printed: string;
}

const paid = new Set(['PAYOUT', 'EXCHANGE']);

/** Returns the number of paid orders in an instance, read through its test control API. */
async function ordersIn(targetFile: string): Promise<number> {
  const { control } = readTarget(targetFile);
  if (!control) throw new Error(`expected a test control API in ${targetFile}, found none`);
  const answer = await callControlApi(control, { method: 'GET', what: 'world' });
  if (!('body' in answer)) throw new Error(`the emulator instance does not answer: ${answer.failure.message}`);
  const { accounts } = JSON.parse(answer.body.bytes.toString()) as {
    accounts: { payments: { orderType: string; orderId: string }[] }[];
  };
  const orders = accounts.flatMap(({ payments }) => payments.filter(({ orderType }) => paid.has(orderType)));
  return new Set(orders.map(({ orderId }) => orderId)).size;
}

function wordsOf(process: string): string {
  try {
    return (
      readFileSync(join('/proc', process, 'cmdline'), 'utf8') + readFileSync(join('/proc', process, 'environ'), 'utf8')
    );
  } catch {
    return '';
  }
}

/** Returns the ids of the processes that were started for a folder; needs /proc. */
const processesOf = (folder: string) =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && wordsOf(name).includes(folder));

/** Runs `assay run` with these words on a separate emulator behind a proxy. */
export async function runThrough(
  through: (upstream: string) => Behaviour,
  words: readonly string[],
  { folder, name }: { folder: string; name: string },
): Promise<ProxiedRun> {
  const service = await startEmulator({ folder, options: ['--control', '--seed', 'abused'] });
  const served = await serve(through(service.url));
  try {
    const target = targetFileLike(service.targetFile, name, { baseUrl: served.url, deadlines });
    const { out, code, stdout, stderr } = await assayInto(`${name}-out`, ['run', '--target', target, ...words], {
      folder,
    });
    return {
      code,
      verdict: verdictIn(out),
      orders: await ordersIn(service.targetFile),
      left: processesOf(out),
      printed: stdout + stderr,
    };
  } finally {
    await served.close();
    await service.stop();
  }
}

/** Matches an error message with its stack trace. */
const trace = /^.*\n\s+at .+:\d+:\d+\)?$/gm;

/** Returns everything unexpected in a run with an injected fault, as sentences; `planned` is the number of paid orders without a fault. */
export function problemsOf(
  { exits, fails = [], blames }: InjectedFault,
  { code, verdict, orders, left, printed }: ProxiedRun,
  planned: number,
): string[] {
  const failed = verdict.requirements.filter(({ outcome }) => outcome === 'fail');
  const innocent = failed.filter(({ id }) => !fails.includes('*') && !fails.includes(id));
  const open = new Set(['error', 'inconclusive', 'unverified', 'not run']);
  const attributions = new Set(
    verdict.requirements.flatMap(({ outcome, attribution }) => (open.has(outcome) ? [attribution] : [])),
  );
  return [
    ...(exits.includes(code ?? -1) && code === verdict.exit
      ? []
      : [`exit code ${code} (verdict: ${verdict.exit}), expected ${exits.join(' or ')}`]),
    ...innocent.map(({ id, findings: [first] }) => `${id} fails: wanted ${first?.wanted}, seen ${first?.seen}`),
    ...[...attributions]
      .filter((attribution) => attribution && !blames.some((one) => one === attribution))
      .map((attribution) => `an undecided requirement is attributed to ${attribution}`),
    ...(orders > planned ? [`${orders} paid orders, expected at most ${planned}`] : []),
    ...(left.length > 0 ? [`processes ${left.join(' ')} are still running`] : []),
    ...[...printed.matchAll(trace)].map(([text]) => `a stack trace was printed: ${text}`),
  ];
}
