import { urlOf } from '../../schemas/domain/urlOf.ts';
import type { RecordedExchange } from '../../traffic/recorded/harFile.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { readClientJournal } from '../record/clientJournal.ts';
import type { ClientLine, GateLine, RequestLine } from '../record/clientLines.ts';

type Problem = ConstructorParameters<typeof ConfigurationError>[1][number];

const refusal = (problem: Problem) => new ConfigurationError('the recording', [problem]);

/** Returns the first line of a recording of real tests before a real service. Throws ConfigurationError for any other journal. */
function gateOf(place: string, lines: readonly ClientLine[]): GateLine & { target: string } {
  const gate = lines.find((line): line is GateLine => line.kind === 'gate');
  if (gate?.way !== 'record' || gate.target === undefined || !urlOf(gate.target))
    throw refusal({
      where: place,
      wanted: 'a recording before a target',
      seen: 'another journal of a client',
      hint: 'Record it with assay client --record --target.',
    });
  if (gate.isDisturbed)
    throw refusal({
      where: place,
      wanted: 'answers of the target',
      seen: 'a recording whose answers were partly made by the gate',
      hint: 'Record it without --disturb.',
    });
  return { ...gate, target: gate.target };
}

function exchangeOf({ target, startedAt }: { target: string; startedAt: string }, line: RequestLine): RecordedExchange {
  const { method, path, headers, body, answer, atMs, answeredMs } = line;
  const isKept = answer?.headers !== undefined && line.withheld === undefined;
  return {
    method,
    url: target.replace(/\/+$/, '') + path,
    headers,
    ...(body.text !== undefined && body.text !== '' && { body: body.text }),
    ...(isKept && {
      answer: {
        status: answer.status,
        headers: answer.headers ?? [],
        body: Buffer.from(answer.text ?? ''),
        isCut: answer.text === undefined && answer.bytes > 0,
      },
    }),
    startedMs: Date.parse(startedAt) + atMs,
    durationMs: Math.max(0, (answeredMs ?? atMs) - atMs),
  };
}

/** Returns the exchanges that the recorder of the gate for clients wrote down, as those of a HAR file. Throws ConfigurationError. */
export function recordedByGate(place: string): RecordedExchange[] {
  const lines = readClientJournal(place);
  const gate = gateOf(place, lines);
  const requests = lines.filter((line): line is RequestLine => line.kind === 'request');
  return requests.map((line) => exchangeOf(gate, line)).toSorted((a, b) => a.startedMs - b.startedMs);
}
