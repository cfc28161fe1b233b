/** What a line says when it takes no call. */
export type Rejection = { readonly code: number; readonly phrase: string; readonly reason?: string | undefined };

/**
 * Whether the line itself has lost its registration, in which case it helps to register and dial again. Matched narrowly:
 * that the callee is not registered is his own affair.
 */
export function isLineUnregistered({ code, phrase, reason = '' }: Rejection): boolean {
  return (
    code === 403 &&
    [phrase, reason].some((words) => /\b(?:line|caller|seat) (?:is )?(?:not |un)registered\b/i.test(words))
  );
}
