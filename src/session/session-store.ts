import { createStore, type StoreApi } from 'zustand/vanilla';
import { type AgentIds, agentKeys } from '../../contract/phone-words.ts';
import type { LoginAnswer, MyInfoAnswer } from '../../contract/session.ts';

import { settingsKey } from '../settings/settings-store.ts';

/** Names under which the session lies in the browser's storage, as the specification lists them. */
export const sessionKeys = [
  'name',
  'mobile',
  'userId',
  'firstLogin',
  'projectList',
  'departmentId',
  ...agentKeys,
  'permittedRoutes',
  'avatar',
  // Last, so that other tabs which wait for it find everything else in place.
  'token',
] as const;
type SessionKey = (typeof sessionKeys)[number];
type SessionValues = { readonly [Key in SessionKey]?: string | null };

/** The session of this browser: one token for all its tabs. */
export type SessionState = {
  readonly token: string | null;
  /** Whose session it is, or was until it was lost. */
  readonly userId: string | null;
  /** The server ended the session while a page was open: it stays on the screen until the user signs in again. */
  readonly isExpired: boolean;
  /** The user locked the screen: nothing of the page is to be seen until he signs in again. */
  readonly isLocked: boolean;
};

/** The session and what may happen to it. */
export type SessionStore = StoreApi<SessionState> & {
  /** Keeps the answer of a sign-in. */
  readonly begin: (answer: LoginAnswer) => void;
  /** Keeps who the user is and which pages he may open. */
  readonly remember: (user: MyInfoAnswer, permittedRoutes: readonly string[]) => void;
  /** The names of the pages he could open when he came last. */
  readonly permittedRoutes: () => readonly string[];
  /** Keeps which picture the user has; null for none. */
  readonly rememberAvatar: (id: string | null) => void;
  /** Takes the token away and leaves the page on the screen. */
  readonly expire: () => void;
  /** The same by the user himself, who covers the page until he is back. */
  readonly lock: () => void;
  /** Removes everything the browser keeps; what was typed and not saved stays where the session had expired, unless the user signs out himself. */
  readonly clear: (isSigningOut?: boolean) => void;
  /** Takes over what another tab did; give it the storage event's key. */
  readonly follow: (key: string | null) => void;
};

/** Stands in the storage while the screen is locked. */
const lockedKey = 'locked';

/** Names under which the engine keeps what was typed and not saved. */
const draftPrefix = 'engine.draft.';

/** Opens the session that lies in the storage, if there is one. */
export function createSessionStore(storage: Storage): SessionStore {
  const store = createStore<SessionState>(() => ({
    token: storage.getItem('token'),
    userId: storage.getItem('userId'),
    isExpired: false,
    isLocked: false,
  }));
  const keep = (values: SessionValues) => {
    for (const key of sessionKeys) {
      const value = values[key];
      if (typeof value === 'string') storage.setItem(key, value);
      if (value === null) storage.removeItem(key);
    }
  };
  return Object.assign(store, {
    begin: (answer: LoginAnswer) => {
      storage.removeItem(lockedKey);
      const { token, name, mobile, id, firstLogin, projectlist } = answer;
      keep({ token, name, mobile, userId: id, firstLogin, projectList: listText(projectlist), ...agentIdsOf(answer) });
      store.setState({ token, userId: id, isExpired: false, isLocked: false });
    },
    remember: (user: MyInfoAnswer, permittedRoutes: readonly string[]) => {
      const { id, name, mobile, departmentId, idNames } = user;
      const lists = { projectList: listText(idNames), permittedRoutes: JSON.stringify(permittedRoutes) };
      keep({ userId: id, name, mobile, departmentId, ...agentIdsOf(user), ...lists });
    },
    permittedRoutes: () => namesIn(storage.getItem('permittedRoutes')),
    rememberAvatar: (avatar: string | null) => keep({ avatar }),
    lock: () => {
      // Before the token goes: other tabs that see it go are to be covered, too.
      storage.setItem(lockedKey, 'true');
      storage.removeItem('token');
      store.setState({ token: null, isExpired: true, isLocked: true });
    },
    expire: () => {
      // Signed out meanwhile: there is nothing left to expire.
      if (store.getState().token === null) return;
      storage.removeItem('token');
      store.setState({ token: null, isExpired: true });
    },
    clear: (isSigningOut = false) => {
      // How the product looks belongs to the browser, not to who was signed in.
      const looks = storage.getItem(settingsKey);
      // Who did not leave of his own accord finds what he typed; the engine removes the drafts of anybody else.
      const drafts = store.getState().isExpired && !isSigningOut ? entriesOf(storage, draftPrefix) : [];
      storage.clear();
      if (looks !== null) storage.setItem(settingsKey, looks);
      for (const [key, draft] of drafts) storage.setItem(key, draft);
      store.setState({ token: null, userId: null, isExpired: false, isLocked: false });
    },
    follow: (key: string | null) => {
      // Signing out empties the whole storage (no key); a session that the server ended loses its token only.
      if (key !== null && key !== 'token') return;
      const token = storage.getItem('token');
      const known = store.getState();
      // Signing out ends the session on the server first: this tab may have heard of that before it hears why.
      const isSignedOut = key === null && token === null && known.isExpired;
      if (token === known.token && !isSignedOut) return;
      const userId = storage.getItem('userId');
      const isExpired = token === null && key === 'token';
      store.setState({ token, userId, isExpired, isLocked: isExpired && storage.getItem(lockedKey) !== null });
    },
  });
}

/** Those a person does not have are null: what the browser kept of them goes. */
function agentIdsOf(ids: AgentIds): AgentIds {
  return Object.fromEntries(agentKeys.map((key) => [key, ids[key] ?? null]));
}

/** The names of a list that lies in the storage, whoever wrote it there. */
function namesIn(text: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

function listText(list: readonly object[] | undefined): string | null {
  return list === undefined ? null : JSON.stringify(list);
}

function entriesOf(storage: Storage, prefix: string): readonly (readonly [key: string, value: string])[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix)).map((key) => [key, storage.getItem(key) ?? ''] as const);
}
