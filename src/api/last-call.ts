import { session } from '../session/session.ts';
import { identity } from './client.ts';

/** Sends a call that arrives even where the window is gone meanwhile. Nobody hears of its answer, nor where it fails. */
export function lastCall(path: string, body: unknown): void {
  const { token } = session.getState();
  if (token === null) return;
  const headers = {
    'Content-Type': 'application/json',
    'X-App-Platform': identity.platform,
    'X-App-Version': identity.version,
    'X-App-Token': token,
  };
  void fetch(path, { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(() => undefined);
}
