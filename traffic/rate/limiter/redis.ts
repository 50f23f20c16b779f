import type { Redis } from 'ioredis';
import { ConfigurationError } from '../../system/configurationError.ts';
import { QuotaUnavailable } from './limiterHandle.ts';

/** A Redis that does not answer within this time is lost, ms. */
const answerMs = 5_000;

/** How many times a lost connection is reopened, and the delay before each attempt in ms: a short network failure does not end a run. */
const reconnections = 3;
const reconnectMs = 200;

/** Returns the address of a Redis without the password that it may contain. */
export function redisHostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return 'an invalid address';
  }
}

function unreachable(url: string, error: unknown): ConfigurationError {
  const { code, message } = error as { code?: string; message?: string };
  return new ConfigurationError('the Redis of the quota', [
    {
      where: 'quota.redisEnv',
      wanted: 'a Redis that answers',
      seen: `${code ?? message ?? 'none'} at ${redisHostOf(url)}`,
      hint: 'Start it, or correct the address in the variable, or remove quota.redisEnv: shards then divide the quota equally.',
    },
  ]);
}

/** Connects to a Redis (`redis://` or `rediss://`). Throws ConfigurationError if no Redis answers. */
export async function openRedis(url: string): Promise<Redis> {
  // The library is loaded on demand, because few runs need Redis. In the product's bundle it has no other name than its default.
  const { Redis: Client } = (await import('ioredis')).default;
  const redis = new Client(url, {
    lazyConnect: true,
    commandTimeout: answerMs,
    connectTimeout: answerMs,
    maxRetriesPerRequest: reconnections,
    retryStrategy: () => null,
  });
  let reason: unknown;
  // Each command reports its own failure; an error event without a listener would be printed.
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

/** Makes the error for a run that has lost its Redis. */
export function redisLost(place: string, error: unknown): QuotaUnavailable {
  const seen = error instanceof Error ? error.message : String(error);
  return new QuotaUnavailable(
    `expected the shared quota from Redis at ${place}, got ${seen}; start Redis again, and then the run`,
  );
}
