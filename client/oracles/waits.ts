import type { ClientCall, ScenarioEvidence } from '../record/clientRecord.ts';
import { type ClientOracle, clientFault, nameOfCall, scenarioResult } from './oracle.ts';

/** The answer of a testee may come this much after its timeout: this machine may be busy. */
const marginMs = 2_000;

/** An SDK that repeats a request waits as often, and pauses between: its time says nothing. */
const isTriedOnce = ({ id }: ClientCall, { requests }: ScenarioEvidence) =>
  requests.filter(({ call }) => call === id).length === 1;

/** A client that makes one try tells its caller within its timeout that there is no answer. */
export const failsInTime: ClientOracle<{ timeoutMs: number }> = (evidence, { timeoutMs }) =>
  scenarioResult(
    evidence,
    evidence.calls
      .filter((call) => isTriedOnce(call, evidence) && call.tookMs > timeoutMs + marginMs)
      .map((call) =>
        clientFault('clientError', {
          wanted: `an error after the timeout of ${timeoutMs} ms`,
          seen: `one after ${Math.round(call.tookMs)} ms`,
          by: call,
          where: nameOfCall(call),
        }),
      ),
  );
