import { type AnswerFault, passAnswer } from './answerFaults.ts';
import { askUpstream } from './proxy.ts';
import { seededRandom } from './seededRandom.ts';
import { gatewayFails, resets } from './serverBehaviours.ts';
import type { Behaviour } from './testServer.ts';

/** The shares of requests that a proxy disturbs. */
export interface Noise {
  /** Connections that are reset, half of them after the service has processed the request. */
  resets: number;
  /** 502 answers of a gateway that did not pass the request on. */
  gateway: number;
  seed: number;
}

const lose: AnswerFault = (_, { request }) => void request.socket.resetAndDestroy();

/** Passes requests on to `upstream` with random faults, the same for the same seed and order of requests. */
export function noisy(upstream: string, { resets: lost, gateway, seed }: Noise): Behaviour {
  const next = seededRandom(seed);
  return (asked, response) => {
    // Control actions are not part of the interface, and nobody repeats them.
    const drawn = asked.path.includes('/~control') ? 1 : next();
    if (drawn < lost / 2) return resets(asked, response);
    if (drawn >= lost && drawn < lost + gateway) return gatewayFails(asked, response);
    askUpstream(upstream, asked)
      .then((answer) => (drawn < lost ? lose : passAnswer)(answer, asked, response))
      .catch(() => response.destroy());
  };
}
