import type { UsedAction } from '../../engine/react/index.ts';
import { client, identity } from '../api/client.ts';
import { impersonation } from '../session/impersonation.ts';
import { session } from '../session/session.ts';
import { UseBatch, type UseEntry } from './use-batch.ts';

const path = '/v1/web/operation/log/create';
/** Category of what the browser tells of its use. */
const catalog = '1000';

const batch = new UseBatch({ send });

/** Notes that a page was opened, by its name and its title. */
export function notePage(name: string, title: string): void {
  batch.note({ action: name, value: title });
}

/** Notes that an action of a page was used. */
export function noteAction({ page, action, title }: UsedAction): void {
  batch.note({ action: `${page}.${action}`, value: title });
}

let lastToken = session.getState().token;
session.subscribe(({ token }) => {
  if (token === null || (lastToken !== null && token !== lastToken)) batch.forget();
  lastToken = token;
});

// The last chance of a window that goes away.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) void batch.flush(true);
});

async function send(entries: readonly UseEntry[], isLast: boolean): Promise<boolean> {
  const { token } = session.getState();
  // What somebody does while he looks as another is none of that person's.
  if (token === null || impersonation !== undefined) return true;
  const body = { entries: entries.map((entry) => ({ catalog, ...cut(entry) })) };
  try {
    if (isLast) await sendBeyondPage(body, token);
    else await client.call(path, body, { quiet: true });
    return true;
  } catch {
    return false;
  }
}

/** A call that outlives the page it is made from. */
async function sendBeyondPage(body: unknown, token: string): Promise<void> {
  await fetch(path, {
    method: 'POST',
    keepalive: true,
    headers: {
      'content-type': 'application/json',
      'X-App-Platform': identity.platform,
      'X-App-Version': identity.version,
      'X-App-Token': token,
    },
    body: JSON.stringify(body),
  });
}

/** As long as the server takes it. */
function cut({ action, value }: UseEntry): UseEntry {
  return { action: action.slice(0, 64), value: value.slice(0, 2000) };
}
