import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What signs a text between us and another server: the telephone line, the students' app. */
export type Signature = { readonly time: string; readonly nonce: string; readonly sign: string };

const validity = 5 * 60_000;

/** Signs a text for now. */
export function signed(text: string, secret: string, now: number = Date.now()): Signature {
  const time = String(now);
  const nonce = randomBytes(12).toString('hex');
  return { time, nonce, sign: digest(text, { time, nonce }, secret) };
}

/** Whether a text was signed with the secret, and lately. */
export function isSigned(text: string, signature: Signature, secret: string, now: number): boolean {
  const { time, nonce, sign } = signature;
  if (!/^\d{13}$/.test(time) || Math.abs(now - Number(time)) > validity || !/^[\w-]{8,64}$/.test(nonce)) return false;
  const expected = Buffer.from(digest(text, signature, secret));
  const given = Buffer.from(sign);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function digest(text: string, { time, nonce }: Omit<Signature, 'sign'>, secret: string): string {
  return createHmac('sha256', secret).update(`${time}.${nonce}.${text}`).digest('hex');
}
