import { client } from '../api/client.ts';
import { session } from '../session/session.ts';
import { hangUpFirst } from '../telephony-port/telephony-port.ts';
import { leave } from './access-store.ts';

/** What a person signs in with. */
export type Credentials = { readonly account: string; readonly password: string };

/** Signs in; throws the server's refusal, which the form shows. */
export async function signIn({ account, password }: Credentials): Promise<void> {
  const answer = await client.call('/v1/sys/user/login', { account, password }, { quiet: true, thisSession: true });
  session.begin(answer);
}

/** Ends the session on the server and covers the page, which stays as it is until the user signs in again. */
export async function lockScreen(): Promise<void> {
  await hangUpFirst();
  const ending = client.call('/v1/sys/user/logout', {}, { quiet: true, thisSession: true });
  session.lock();
  // Its session dies by itself; the page is covered all the same.
  await ending.catch(() => undefined);
}

/** Hangs up a call that goes on, ends the session on the server and here, here even when the server cannot be reached, and opens the login page. */
export async function signOut(): Promise<void> {
  await hangUpFirst();
  try {
    await client.call('/v1/sys/user/logout', {}, { quiet: true, thisSession: true });
  } catch {
    // Its session dies by itself; who wants to leave must not be kept.
  }
  leave(true);
  // A new page rather than a new route: nothing of this user is left in memory, nor in the next one's address.
  window.location.assign('/user/login');
}
