import { hash, verify } from '@node-rs/argon2';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password with argon2id. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/**
 * The hash of random letters that were kept nowhere, made with these options: no account has it. Made at each start it
 * would leave the start the memory a hash takes.
 */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$nu0t7lIqIHy+Dsa9l3RuGg$OcsIYXlt1sDNR3taQ4blse8IJFdB0c+WPAryAUlUjFI';

/** Checks a password; takes as long when there is no account, so that time tells nothing. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? nobodysHash, password, options);
  return stored !== undefined && matches;
}
