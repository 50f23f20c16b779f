import type { Stable } from '../../fuzzer/run/standIns.ts';
import { readTarget } from '../../harness/target.ts';
import { type Embedded, startEmbedded } from '../../harness/targets/embedded.ts';
import { candidates } from '../candidates.ts';

/** An emulator that serves every mutant, started when a finding is first made smaller. */
export class Stables {
  #embedded: Promise<Embedded> | undefined;
  #stable: Promise<Stable> | undefined;

  open(): Promise<Stable> {
    this.#stable ??= this.#start();
    return this.#stable;
  }

  async #start(): Promise<Stable> {
    this.#embedded = startEmbedded({ control: true, fleet: true, isApart: true });
    const { targetFile } = await this.#embedded;
    const all = candidates();
    const breaking = (id: string) => all.filter(({ breaks }) => breaks === id).map(({ name }) => name);
    return { target: readTarget(targetFile), breaking };
  }

  async close(): Promise<void> {
    await (await this.#embedded)?.stop();
  }
}
