import type { MutantPool } from '../../../fuzzer/interface/shrink/shrinkProxy.ts';
import { type EmbeddedEmulator, startEmbedded } from '../../../runner/session/embeddedEmulator.ts';
import { readTarget } from '../../../traffic/target/target.ts';
import { candidates } from '../mutation/candidates.ts';

/** An emulator that serves every mutant, started when the first finding is shrunk. */
export class LazyMutantPool {
  #embedded: Promise<EmbeddedEmulator> | undefined;
  #stable: Promise<MutantPool> | undefined;

  open(): Promise<MutantPool> {
    this.#stable ??= this.#start();
    return this.#stable;
  }

  async #start(): Promise<MutantPool> {
    this.#embedded = startEmbedded({ control: true, servesInstances: true, isDetached: true });
    const { targetFile } = await this.#embedded;
    const all = candidates();
    const breaking = (id: string) => all.filter(({ breaks }) => breaks === id).map(({ name }) => name);
    return { target: readTarget(targetFile), breaking };
  }

  async close(): Promise<void> {
    await (await this.#embedded)?.stop();
  }
}
