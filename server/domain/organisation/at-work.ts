/** States in which somebody works, signs in and takes a place of his job; who is leaving does until he has left. */
export const atWork: readonly string[] = ['active', 'leaving'];

/** Whether somebody in this state is at work. */
export function isAtWork(status: unknown): boolean {
  return atWork.some((state) => state === status);
}
