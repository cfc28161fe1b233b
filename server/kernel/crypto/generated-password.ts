import { drawnRandom } from './drawn-random.ts';

// Without what is easily taken for another when it is read out: 0 O, 1 l I.
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
const digits = '23456789';
const both = letters + digits;

/**
 * A password that keeps the rules of the form, to be told once and changed at the first sign-in: three groups of four
 * joined by `-`, for example `Kd7m-pQ4x-Rt9w`; about 64 random bits.
 */
export function generatedPassword(): string {
  const group = () => `${drawnFrom(letters)}${drawnFrom(digits)}${drawnFrom(both)}${drawnFrom(both)}`;
  return [group(), group(), group()].join('-');
}

/** One of the characters, each as likely as the others. */
function drawnFrom(characters: string): string {
  const fair = 256 - (256 % characters.length);
  for (;;) {
    const [byte = fair] = drawnRandom(1);
    const drawn = byte < fair ? characters[byte % characters.length] : undefined;
    if (drawn !== undefined) return drawn;
  }
}
