import type { Locator, Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import type { Visit } from './visit.ts';

/** The elements that may be a picture of a QR code. */
const pictures = 'svg, canvas, img, [role=img]';

/** The most pictures that are read, the least width of one, and the most characters of a text. */
const [mostPictures, leastPx, mostText] = [6, 60, 1_000];

/** How long a picture may take to be drawn, ms. */
const pictureMs = 1_500;

/** How often the pixels of a picture are enlarged, so that the modules of a small code are told apart. */
const scale = 3;

/** Runs in an empty page: returns the pixels of a picture in PNG as base64, with its size. */
const pixelsOf = `(async ({ png, scale }) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  const drawing = new OffscreenCanvas(width, height).getContext('2d');
  drawing.imageSmoothingEnabled = false;
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, width, height);
  drawing.drawImage(bitmap, 0, 0, width, height);
  const { data } = drawing.getImageData(0, 0, width, height);
  let text = '';
  for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
  return { width, height, data: btoa(text) };
})`;

/** Returns the text in the QR code of a picture; undefined if it has none that can be read. */
async function decoded(empty: Page, png: Buffer): Promise<string | undefined> {
  const given = JSON.stringify({ png: png.toString('base64'), scale });
  const read = (await empty.evaluate(`${pixelsOf}(${given})`)) as { width: number; height: number; data: string };
  const { width, height } = read;
  try {
    return decodeQR({ width, height, data: new Uint8Array(Buffer.from(read.data, 'base64')) }, { timeLimit: 500 });
  } catch {
    return undefined;
  }
}

/** True for an element that is as high as wide, and large enough to be scanned. */
async function mayBeCode(element: Locator): Promise<boolean> {
  const box = await element.boundingBox({ timeout: pictureMs }).catch(() => null);
  return box !== null && box.width >= leastPx && Math.abs(box.width - box.height) <= box.width / 4;
}

/** Returns the texts in the QR codes that a page shows. Pages need not show any. */
export async function codesOn({ page }: Visit): Promise<string[]> {
  const all = (
    await Promise.all(
      page.frames().map((frame) =>
        frame
          .locator(pictures)
          .all()
          .catch(() => []),
      ),
    )
  ).flat();
  const shown: Buffer[] = [];
  for (const element of all.slice(0, mostPictures * 4)) {
    if (shown.length >= mostPictures || !(await mayBeCode(element))) continue;
    const png = await element.screenshot({ timeout: pictureMs, animations: 'disabled' }).catch(() => undefined);
    if (png) shown.push(png);
  }
  if (shown.length === 0) return [];
  const empty = await page.context().newPage();
  const texts: string[] = [];
  for (const png of shown) {
    const text = await decoded(empty, png).catch(() => undefined);
    if (text !== undefined) texts.push(text.slice(0, mostText));
  }
  await empty.close();
  return [...new Set(texts)];
}
