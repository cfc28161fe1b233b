import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isSigned } from '../../kernel/crypto/signature.ts';

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** What opens the port of the demo telephone system: it stands in the addresses that our server gives to people with a seat. */
export function portKey(secret: string): string {
  return createHmac('sha256', secret).update('demo port').digest('hex').slice(0, 32);
}

/**
 * Whether a page may open a WebSocket here: it was served by this machine, or by our server at the address it listens on,
 * and it shows the key. Every page of the world can reach a port of the machine it is looked at on.
 */
export function mayConnect(request: IncomingMessage, secret: string, server: string | undefined): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const isKnown = loopback.has(new URL(origin).hostname) || (server !== undefined && new URL(server).origin === origin);
  return isKnown && isKey(new URL(request.url ?? '/', 'ws://local').searchParams.get('key'), secret);
}

/** Whether whoever asks something of the far ends may: with the key, or signed. Pages may not. */
export function mayControl(request: IncomingMessage, body: string, secret: string): boolean {
  if (request.headers.origin !== undefined) return false;
  return isKey(String(request.headers['x-demo-key'] ?? ''), secret) || isServer(request, body, secret);
}

/** Whether our server asks: passwords of seats and what codes mean are told by nobody else, key or not. */
export function isServer(request: IncomingMessage, body: string, secret: string): boolean {
  const header = (name: string) => String(request.headers[name] ?? '');
  const signature = { time: header('x-line-time'), nonce: header('x-line-nonce'), sign: header('x-line-sign') };
  return isSigned(body, signature, secret, Date.now());
}

function isKey(given: string | null, secret: string): boolean {
  const expected = Buffer.from(portKey(secret));
  const shown = Buffer.from(given ?? '');
  return expected.length === shown.length && timingSafeEqual(expected, shown);
}
