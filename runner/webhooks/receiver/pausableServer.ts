import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Another connection may use our port while we do not listen. We try to get the port back for this long, and this often, ms. */
const regainMs = 5_000;
const regainStepMs = 50;

/** A server that can stop listening for a while and then listens on the same port again. */
export class PausableServer {
  readonly #server: Server;
  readonly #host: string;
  #port: number;
  #wasOpen = false;

  constructor(server: Server, { host, port }: { host: string; port: number }) {
    this.#server = server;
    this.#host = host;
    this.#port = port;
  }

  get port(): number {
    return this.#port;
  }

  get isOpen(): boolean {
    return this.#server.listening;
  }

  /** Listens, after a pause on the same port, which another connection may use for a moment. Throws if the port does not become free. */
  async open(): Promise<void> {
    const untilMs = performance.now() + (this.#wasOpen ? regainMs : 0);
    while (!this.#server.listening) {
      try {
        await this.#openOnce();
      } catch (error) {
        if (performance.now() >= untilMs) throw error;
        await delay(regainStepMs);
      }
    }
  }

  /** Stops listening: senders find the port closed, and open connections are cut. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #openOnce(): Promise<void> {
    const listening = once(this.#server, 'listening');
    this.#server.listen({ host: this.#host, port: this.#port, exclusive: true });
    await listening;
    this.#port = (this.#server.address() as AddressInfo).port;
    this.#wasOpen = true;
  }
}
