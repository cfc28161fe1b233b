import { hash, verify } from '@node-rs/argon2';
import { loadOnce } from '../../../engine/model/cache/index.ts';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password with argon2id. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/** Made with the first check, whoever it is of: at the start it would take memory before anybody signs in. */
const nobody = loadOnce(() => hashPassword('no account has this password'));

/** Checks a password; takes as long when there is no account, so that time tells nothing. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const other = await nobody();
  const matches = await verify(stored ?? other, password, options);
  return stored !== undefined && matches;
}
