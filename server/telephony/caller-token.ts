import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const validity = 5 * 60_000;
const mark = 'call-';
const [ivLength, tagLength] = [12, 16];

/**
 * A number as the line tells it to a browser that must not see it: sealed for one seat, good for five minutes, opened by
 * the server alone.
 */
export function callerToken(number: string, seat: string, secret: string, now: number = Date.now()): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(seat));
  const sealed = Buffer.concat([cipher.update(`${now + validity}.${number}`), cipher.final()]);
  return mark + Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url');
}

export function isCallerToken(text: string): boolean {
  return text.startsWith(mark);
}

/** The number behind a token; undefined where it is another seat's, too old, or none of ours. */
export function numberBehind(
  token: string,
  seat: string,
  secret: string,
  now: number = Date.now(),
): string | undefined {
  const bytes = Buffer.from(token.slice(mark.length), 'base64url');
  if (bytes.length <= ivLength + tagLength) return undefined;
  try {
    const opened = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    })
      .setAAD(Buffer.from(seat))
      .setAuthTag(bytes.subarray(-tagLength));
    const text = Buffer.concat([opened.update(bytes.subarray(ivLength, -tagLength)), opened.final()]).toString();
    const [, until, number] = /^(\d{13})\.(.*)$/s.exec(text) ?? [];
    return until !== undefined && Number(until) > now ? number : undefined;
  } catch {
    return undefined;
  }
}

function keyOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('caller').digest();
}
