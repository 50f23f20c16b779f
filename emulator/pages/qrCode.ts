import { encodeQR } from 'qr';

/** The quiet zone that readers need around a code, in modules. */
const BORDER = 4;

/** The QR code of a text as one SVG path of unit squares, and the width of the whole in units. */
export function qrCode(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { path, size: rows.length };
}
