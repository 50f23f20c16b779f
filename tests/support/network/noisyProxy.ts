import { type AnswerFault, passAnswer } from './answerFaults.ts';
import { askUpstream } from './proxy.ts';
import { seededRandom } from './seededRandom.ts';
import { gatewayFails, resets } from './serverBehaviours.ts';
import type { Behaviour } from './testServer.ts';

/** How often of all requests something stands between a service and who asks it. */
export interface Noise {
  /** Connections that are reset, every second one after the service has done what was asked. */
  resets: number;
  /** Answers of 502 by a gateway that did not ask the service. */
  gateway: number;
  seed: number;
}

const lose: AnswerFault = (_, { request }) => void request.socket.resetAndDestroy();

/** Passes requests on to `upstream` through noise, the same for the same seed and order of requests. */
export function noisy(upstream: string, { resets: lost, gateway, seed }: Noise): Behaviour {
  const next = seededRandom(seed);
  return (asked, response) => {
    // Levers are no part of the interface, and nobody asks for them again.
    const drawn = asked.path.includes('/~control') ? 1 : next();
    if (drawn < lost / 2) return resets(asked, response);
    if (drawn >= lost && drawn < lost + gateway) return gatewayFails(asked, response);
    askUpstream(upstream, asked)
      .then((answer) => (drawn < lost ? lose : passAnswer)(answer, asked, response))
      .catch(() => response.destroy());
  };
}
