import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** The password of a database role, the same on every node that knows the secret key. */
export function rolePassword(secretKey: string, role: string): string {
  return createHmac('sha256', secretKey).update(`database-role:${role}`).digest('base64url');
}

/** The form PostgreSQL stores a password in, made here so that the password itself never appears in a statement or a server log. */
export function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** Tells whether a key is the one a database was made with, without giving it away. */
export function keyFingerprint(secretKey: string): string {
  return createHmac('sha256', secretKey).update('fingerprint').digest('base64url').slice(0, 16);
}
