import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A connection of another program may have our port while we are deaf: so long we try to have it back, and this often, ms. */
const regainMs = 5_000;
const regainStepMs = 50;

/** A server that may be deaf for a while, and then listens on the same port again. */
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

  /** Listens; after it was deaf on the same port, which others may have for a moment. Throws where they keep it. */
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

  /** Listens no more: senders find the port closed, and what was underway is broken off. */
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
