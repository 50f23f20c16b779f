import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import type { Receiver } from './receiver.ts';

/** Has a receiver listen where it is to. Throws ConfigurationError where another program does. */
export async function listenOn(receiver: Receiver, { host, port }: { host: string; port: number }): Promise<void> {
  await receiver.listen().catch((error: NodeJS.ErrnoException) => {
    const hint = 'Name another, or end the program that has it.';
    const problem = { where: 'webhook.listen', wanted: `to listen on ${host}:${port}`, seen: `${error.code}`, hint };
    throw new ConfigurationError('the receiver of webhooks', [problem]);
  });
}
