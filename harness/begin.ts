import { writeFileSync } from 'node:fs';
import { Api } from './api.ts';
import { Unreachable } from './client.ts';
import { Journal } from './journal.ts';
import { read } from './plan.ts';
import { placesOf, type Run } from './run.ts';
import { openStage } from './stage.ts';
import type { Target } from './target.ts';
import { ConfigurationError } from './targets/problem.ts';

/** Writes the first line of a run's journal: what run it is, of which target. */
export function writeRunLine(run: Run, target: Target): void {
  const journal = new Journal(placesOf(run.out).journal, 'run');
  journal.write({
    kind: 'run',
    version: 1,
    run: run.id,
    seed: run.seed,
    startedAt: new Date().toISOString(),
    target: target.facts,
  });
  journal.close();
}

function refusal(target: Target, seen: string): ConfigurationError {
  const { label } = target.credentials[0];
  const hint = 'Check the token id and secret that the target file names, and that the token was not revoked.';
  return new ConfigurationError(target.facts.name, [
    { where: `credential ${label}`, wanted: 'one that the target accepts', seen, hint },
  ]);
}

/**
 * Asks the target once, by each scheme, whether it is there and takes our credential. A target that cannot be reached
 * leaves every requirement not run; a credential that neither scheme brings in is a problem of the configuration.
 */
export async function preflight(run: Run, target: Target): Promise<void> {
  const stage = await openStage({ run, target, name: 'preflight' });
  try {
    const api = new Api(stage, 'preflight');
    const signed = await api.send(read.methods(), { purpose: 'look' });
    if (signed.class !== 'refused') return;
    const simple = await api.send(read.methods(), { purpose: 'look', scheme: 'simple' });
    const isDenied = ({ status }: { status: number | undefined }) => status === 401 || status === 403;
    if (isDenied(signed) && isDenied(simple)) throw refusal(target, signed.seen);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    writeFileSync(placesOf(run.out).unreachable, error.message);
  } finally {
    await stage.close();
  }
}
