import type { BrowserContext, Page } from '@playwright/test';
import type { PageTraffic } from './traffic.ts';

/** Notes what a page is told over connections that stay open: web sockets, and streams of events of its own document. */
export async function hearConnections(context: BrowserContext, page: Page, traffic: PageTraffic): Promise<void> {
  page.on('websocket', (socket) => {
    const note = ({ payload }: { payload: string | Buffer }) =>
      traffic.hear('websocket', socket.url(), String(payload));
    socket.on('framereceived', note);
    socket.on('framesent', note);
  });
  const session = await context.newCDPSession(page);
  const urls = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'EventSource') urls.set(requestId, request.url);
  });
  session.on('Network.eventSourceMessageReceived', ({ requestId, data }) =>
    traffic.hear('eventsource', urls.get(requestId) ?? page.url(), data),
  );
  await session.send('Network.enable');
}
