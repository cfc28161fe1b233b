import type { ImpersonationSession } from '../../engine/react/index.ts';

/** Under which name a window keeps as whom it looks. */
const impersonationKey = 'viewing';

/**
 * As whom this window looks at the product; undefined where its user is himself. Such a window is one of its own: the
 * session lies in its own storage, and the windows it came from stay as they are.
 */
export const impersonation = read(window.sessionStorage.getItem(impersonationKey));

/** Opens a window in which the product is looked at as another; false where the browser forbids to open any. */
export function openImpersonation(session: ImpersonationSession): boolean {
  const opened = window.open('about:blank');
  if (opened === null) return false;
  const storage = opened.sessionStorage;
  // A new window begins with a copy of what this one keeps: its tabs, for example.
  storage.clear();
  storage.setItem(impersonationKey, JSON.stringify(session));
  storage.setItem('token', session.token);
  opened.location.assign('/');
  return true;
}

function read(text: string | null): ImpersonationSession | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const { kind, id, name, since, token }: Readonly<Record<string, unknown>> = { ...kept };
    if (kind !== 'staff' && kind !== 'role') return undefined;
    return { kind, id: String(id), name: String(name), since: String(since), token: String(token) };
  } catch {
    return undefined;
  }
}
