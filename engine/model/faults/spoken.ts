/**
 * Says the error of a code in the language the host speaks, with the facts of it; undefined where it has no sentence for
 * that: then the Chinese one stands. Codes are those of the catalogues, and `fault.at` and `fault.nearest`, which a sentence is
 * completed with.
 */
export type ErrorVoice = (code: string, facts: Readonly<Record<string, unknown>>) => string | undefined;

let voice: ErrorVoice | undefined;

/** Says errors in another language than Chinese from now on; undefined: in Chinese again. Only a browser has such a language. */
export function speakErrors(next: ErrorVoice | undefined): void {
  voice = next;
}

/** What the host says of an error; undefined where it speaks Chinese or has no sentence. */
export function spokenError(code: string, facts: Readonly<Record<string, unknown>>): string | undefined {
  return voice?.(code, facts);
}
