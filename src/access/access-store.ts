import { useMemo } from 'react';
import { create } from 'zustand';
import { ApiRefusal, invalidateAll } from '../../engine/client/index.ts';
import { client, queries } from '../api/client.ts';
import { useShownLanguage } from '../locales/i18n.ts';
import { withPages } from '../routes/menu-routes.ts';
import { session } from '../session/session.ts';
import { recent } from '../tabs/recent.ts';
import { forgetRecords } from '../tabs/record-names.ts';
import { tabs } from '../tabs/tabs.ts';
import { unsavedPages } from '../tabs/unsaved-work.ts';
import { type Access, type AccessGap, accessIn, fetchAccess } from './access.ts';
import { askAgain } from './ask-again.ts';

/** What this tab knows of the user's access, and for which token. */
export type AccessState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'known'; readonly token: string; readonly access: Access };

/** Key of the message that tells why the user could not come in. */
export type EntryFault = AccessGap | 'session.userInfoFailed';

const unknown: AccessState = { kind: 'unknown' };
const store = create<AccessState>(() => unknown);
let entering: { readonly token: string; readonly done: Promise<EntryFault | undefined> } | undefined;

/** The user's access, as it is now and whenever it changes, with the menu in the language that is shown. */
export function useAccess(): AccessState {
  const state = store();
  const language = useShownLanguage();
  return useMemo(
    () => (state.kind === 'known' ? { ...state, access: accessIn(state.access, language) } : state),
    [state, language],
  );
}

/**
 * Fetches what the token gives access to. Answers the message to show when that fails; then the session is over.
 * A refusal that ends the session has its own message already.
 */
export function enter(token: string): Promise<EntryFault | undefined> {
  if (entering?.token === token) return entering.done;
  const done = fetchForToken(token).finally(() => {
    if (entering?.token === token) entering = undefined;
  });
  entering = { token, done };
  return done;
}

async function fetchForToken(token: string): Promise<EntryFault | undefined> {
  // What another person was answered is nobody's; what is asked for meanwhile is his who comes in.
  queries.clear();
  try {
    const outcome = await askAgain(() => fetchAccess(client, token));
    // Signed out, or in as somebody else, while the answers were on their way.
    if (session.getState().token !== token) return undefined;
    if (outcome.kind === 'gap') return leaveWith(outcome.gap);
    const { access } = outcome;
    session.remember(access.user, [...access.routes.byName.keys()]);
    store.setState({ kind: 'known', token, access }, true);
    return undefined;
  } catch (error) {
    if (session.getState().token !== token) return undefined;
    return error instanceof ApiRefusal && error.endsSession ? undefined : leaveWith('session.userInfoFailed');
  }
}

/** The same person has a new session: the page stays, and what he may do is asked again behind it. */
export async function renew(token: string): Promise<void> {
  const known = store.getState();
  if (known.kind !== 'known' || known.token === token) return;
  store.setState({ ...known, token }, true);
  try {
    const outcome = await fetchAccess(client, token);
    const isStill = session.getState().token === token && store.getState().kind === 'known';
    // Where nothing changed, nothing is drawn anew: forms keep what was typed.
    if (!isStill || outcome.kind !== 'whole' || isSame(known.access, outcome.access)) return;
    store.setState({ kind: 'known', token, access: outcome.access }, true);
  } catch {
    // What was known stays: the server judges every call anyway.
  }
}

/**
 * Asks again what the user may do, because that may have changed, and reads what is shown anew. A page that is his no
 * more stays as long as something typed there is not saved; forms keep what was typed. Nothing to open at all is told
 * by the next call. `isTold` where it surely changed: rows and masks are read anew too, though menu and buttons are the same.
 */
export async function refresh(isTold: boolean): Promise<void> {
  const known = store.getState();
  if (known.kind !== 'known') return;
  const { token } = known;
  try {
    const outcome = await fetchAccess(client, token);
    const now = store.getState();
    if (session.getState().token !== token || now.kind !== 'known' || outcome.kind !== 'whole') return;
    const isChanged = !isSame(now.access, outcome.access);
    if (isChanged) {
      const { access } = outcome;
      session.remember(access.user, [...access.routes.byName.keys()]);
      const { tabs: open } = tabs.getState();
      const isTyped = (page: string) => open.some(({ name, key }) => name === page && unsavedPages.hasWork(key));
      const routes = withPages(access.routes, now.access.routes, isTyped);
      store.setState({ kind: 'known', token, access: { ...access, routes } }, true);
    }
    if (isChanged || isTold) await invalidateAll(queries);
  } catch {
    // What was known stays: the server judges every call anyway.
  }
}

function isSame(before: Access, after: Access): boolean {
  const words = ({ user, menu, buttons }: Access) => JSON.stringify([user, menu, [...buttons]]);
  return words(before) === words(after);
}

function leaveWith(fault: EntryFault): EntryFault {
  leave();
  return fault;
}

/** Forgets the session and everything fetched for it; of who signs out himself, also what he typed and did not save. */
export function leave(isSigningOut = false): void {
  store.setState(unknown, true);
  queries.clear();
  tabs.clear();
  recent.clear();
  forgetRecords();
  session.clear(isSigningOut);
}
