import type { Redis } from 'ioredis';
import { ConfigurationError } from '../../system/configurationError.ts';
import { QuotaUnavailable } from './limiterHandle.ts';

/** A Redis that does not answer within this is lost, ms. */
const answerMs = 5_000;

/** A connection that broke is made anew so many times, after so many ms each: a blink of the network ends no run. */
const reconnections = 3;
const reconnectMs = 200;

/** Where a Redis is, without the password that its address may hold. */
export function redisHostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return 'an address that is none';
  }
}

function unreachable(url: string, error: unknown): ConfigurationError {
  const { code, message } = error as { code?: string; message?: string };
  return new ConfigurationError('the Redis of the quota', [
    {
      where: 'quota.redisEnv',
      wanted: 'a Redis that answers',
      seen: `${code ?? message ?? 'none'} at ${redisHostOf(url)}`,
      hint: 'Start it, or mend the address in the variable, or leave quota.redisEnv out: shards then divide the quota equally.',
    },
  ]);
}

/** Connects to a Redis (`redis://` or `rediss://`). Throws ConfigurationError where none answers. */
export async function openRedis(url: string): Promise<Redis> {
  // Few runs need it, and each would load it.
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    lazyConnect: true,
    commandTimeout: answerMs,
    connectTimeout: answerMs,
    maxRetriesPerRequest: reconnections,
    retryStrategy: () => null,
  });
  let reason: unknown;
  // Each command tells its own failure; an error event without a listener would be printed.
  redis.on('error', (error: unknown) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    throw unreachable(url, reason ?? error);
  }
  redis.options.retryStrategy = (times) => (times <= reconnections ? reconnectMs : null);
  return redis;
}

/** What a run is told whose Redis is lost. */
export function redisLost(place: string, error: unknown): QuotaUnavailable {
  const seen = error instanceof Error ? error.message : String(error);
  return new QuotaUnavailable(
    `wanted the shared quota from Redis at ${place}, found: ${seen}; start Redis again, and then the run`,
  );
}
