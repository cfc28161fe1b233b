/** An action that shall be run on a record as soon as its page shows it. */
export type AskedAction = { readonly page: string; readonly id: string; readonly action: string };

let asked: AskedAction | undefined;
const listeners = new Set<() => void>();

/** Asks for an action; kept in memory until its page takes it, or another one is asked for. */
export function askForAction(next: AskedAction): void {
  asked = next;
  for (const listener of [...listeners]) listener();
}

/** The action that is waited for. */
export function actionAsked(): AskedAction | undefined {
  return asked;
}

/** It is run, or cannot be: nobody waits for it any more. */
export function takeAskedAction(): void {
  asked = undefined;
}

/** Tells when an action is asked for. */
export function subscribeToAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
