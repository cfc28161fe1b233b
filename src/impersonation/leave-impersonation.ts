import { leave } from '../access/access-store.ts';
import { client } from '../api/client.ts';

/** Ends looking as another, here even when the server cannot be reached, and closes the window. */
export async function leaveImpersonation(): Promise<void> {
  try {
    await client.callAt('/v1/role/view/end', {}, { quiet: true, thisSession: true });
  } catch {
    // The session ends with the one it came from.
  }
  leave();
  window.close();
}
