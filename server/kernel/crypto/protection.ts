import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { drawnRandom } from './drawn-random.ts';

/** Keyed hashing and encryption of values that must not be readable in the database. */
export type Protection = {
  /** Hash by which a whole value is found again; the same value gives the same text. */
  hash(value: string): string;
  encrypt(value: string): string;
  decrypt(stored: string): string;
  /** Signature of a text that leaves the server and comes back, such as an address. */
  sign(text: string): string;
  /** Keyed hash over a batch of the audit log, as 64 hexadecimal digits. */
  seal(text: string): string;
};

/** Derives the keys from the secret key: HMAC-SHA-256 for search, AES-256-GCM at rest (`nonce ‖ tag ‖ text`, base64). */
export function createProtection(secretKey: string): Protection {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'field-protection', purpose, 32));
  const hashKey = derive('search');
  const cipherKey = derive('rest');
  const signatureKey = derive('signature');
  const sealKey = derive('audit-seal');
  return {
    hash: (value) => createHmac('sha256', hashKey).update(value).digest('hex'),
    sign: (text) => createHmac('sha256', signatureKey).update(text).digest('base64url'),
    seal: (text) => createHmac('sha256', sealKey).update(text).digest('hex'),
    encrypt(value) {
      const nonce = drawnRandom(12);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce);
      const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    decrypt(stored) {
      const bytes = Buffer.from(stored, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
