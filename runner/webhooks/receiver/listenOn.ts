import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import type { Receiver } from './receiver.ts';

/** Makes a receiver listen on its port. Throws ConfigurationError if another program uses the port. */
export async function listenOn(receiver: Receiver, { host, port }: { host: string; port: number }): Promise<void> {
  await receiver.listen().catch((error: NodeJS.ErrnoException) => {
    const hint = 'Name another, or end the program that has it.';
    const problem = { where: 'webhook.listen', wanted: `to listen on ${host}:${port}`, seen: `${error.code}`, hint };
    throw new ConfigurationError('the receiver of webhooks', [problem]);
  });
}
