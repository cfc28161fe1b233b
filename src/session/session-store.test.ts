import { expect, it } from 'vitest';
import type { LoginAnswer } from '../../contract/session.ts';

import { createSessionStore, sessionKeys } from './session-store.ts';
import { memoryStorage } from './testing-storage.ts';

const projects = [{ id: 'p1', name: '法考' }];
const answer: LoginAnswer = {
  token: 'secret',
  id: '0190-1',
  name: '李雷',
  mobile: '138****0001',
  firstLogin: '1',
  projectlist: projects,
  hlAgentId: 'A1',
  dlswAgentId: null,
  xzjAgentId: null,
};
const user = { ...answer, account: 'lilei', departmentId: 'd1', idNames: projects };

it('keeps the session only under the names of the specification', () => {
  const storage = memoryStorage();
  const session = createSessionStore(storage);

  session.begin(answer);
  session.remember(user, ['alllist', 'highsea']);

  const allowed: readonly string[] = sessionKeys;
  expect(storage.keys().filter((key) => !allowed.includes(key))).toEqual([]);
  expect(storage.getItem('token')).toBe('secret');
  expect(storage.getItem('userId')).toBe('0190-1');
  expect(JSON.parse(storage.getItem('projectList') ?? '')).toEqual([{ id: 'p1', name: '法考' }]);
  expect(JSON.parse(storage.getItem('permittedRoutes') ?? '')).toEqual(['alllist', 'highsea']);
});

it('writes the token after everything else, because other tabs wait for it', () => {
  const storage = memoryStorage();

  createSessionStore(storage).begin(answer);

  expect(storage.keys().at(-1)).toBe('token');
});

it('forgets an agent number that the user no longer has', () => {
  const storage = memoryStorage();
  const session = createSessionStore(storage);
  session.begin(answer);

  session.remember({ ...user, hlAgentId: null }, []);

  expect(storage.getItem('hlAgentId')).toBeNull();
});

it('keeps neither projects nor agent numbers where the product has none', () => {
  const storage = memoryStorage();
  const session = createSessionStore(storage);
  session.begin(answer);
  const { token, id, name, mobile, firstLogin } = answer;

  session.begin({ token, id, name, mobile, firstLogin });

  expect(storage.keys().filter((key) => /project|Agent/.test(key))).toEqual([]);
});

it('opens with the token that lies in the storage', () => {
  const storage = memoryStorage();
  storage.setItem('token', 'kept');

  expect(createSessionStore(storage).getState()).toEqual({
    token: 'kept',
    userId: null,
    isExpired: false,
    isLocked: false,
  });
});

it('removes everything the browser keeps when it is cleared', () => {
  const storage = memoryStorage();
  storage.setItem('columnWidths', '{}');
  const session = createSessionStore(storage);
  session.begin(answer);

  session.clear();

  expect(storage.keys()).toEqual([]);
  expect(session.getState()).toEqual({ token: null, userId: null, isExpired: false, isLocked: false });
});

it('removes only the token when the server ended the session', () => {
  const storage = memoryStorage();
  const session = createSessionStore(storage);
  session.begin(answer);

  session.expire();

  expect(storage.getItem('token')).toBeNull();
  expect(storage.getItem('name')).toBe('李雷');
  expect(session.getState()).toEqual({ token: null, userId: '0190-1', isExpired: true, isLocked: false });
});

it('follows a sign-out, an expiry and a sign-in of another tab', () => {
  const storage = memoryStorage();
  const session = createSessionStore(storage);
  session.begin(answer);

  storage.removeItem('token');
  session.follow('token');
  expect(session.getState()).toEqual({ token: null, userId: '0190-1', isExpired: true, isLocked: false });

  storage.setItem('token', 'other');
  session.follow('token');
  expect(session.getState()).toEqual({ token: 'other', userId: '0190-1', isExpired: false, isLocked: false });

  storage.clear();
  session.follow(null);
  expect(session.getState()).toEqual({ token: null, userId: null, isExpired: false, isLocked: false });
});

it('is signed out with another tab, though it heard first that the server ended the session', () => {
  const storage = memoryStorage();
  const session = createSessionStore(storage);
  session.begin(answer);
  session.expire();

  storage.clear();
  session.follow(null);

  expect(session.getState()).toEqual({ token: null, userId: null, isExpired: false, isLocked: false });
});

it('does not expire once it is signed out', () => {
  const session = createSessionStore(memoryStorage());
  session.begin(answer);
  session.clear(true);

  session.expire();

  expect(session.getState()).toMatchObject({ token: null, isExpired: false });
});

it('keeps what was typed of whose session expired, not of who signs out', () => {
  const left = [false, true].map((isSigningOut) => {
    const storage = memoryStorage();
    const session = createSessionStore(storage);
    session.begin(answer);
    storage.setItem('engine.draft.customer', '{}');
    session.expire();
    session.clear(isSigningOut);
    return storage.keys();
  });

  expect(left).toEqual([['engine.draft.customer'], []]);
});

it('does not care about other entries of the storage', () => {
  const storage = memoryStorage();
  const session = createSessionStore(storage);
  session.begin(answer);
  storage.removeItem('token');

  session.follow('columnWidths');

  expect(session.getState().token).toBe('secret');
});

it('keeps what was typed through a session the server ended, and nothing when its user leaves', () => {
  const storage = memoryStorage();
  const session = createSessionStore(storage);
  session.begin(answer);
  storage.setItem('engine.draft.1', 'typed');
  session.expire();
  session.clear();
  expect(storage.getItem('engine.draft.1')).toBe('typed');
  expect(storage.length).toBe(1);
  session.begin(answer);
  session.clear();
  expect(storage.length).toBe(0);
});

it('covers the pages of every tab while the screen is locked, until somebody signs in again', () => {
  const storage = memoryStorage();
  const [here, there] = [createSessionStore(storage), createSessionStore(storage)];
  here.begin(answer);
  there.follow('token');
  here.lock();
  expect(here.getState()).toMatchObject({ token: null, userId: answer.id, isExpired: true, isLocked: true });
  there.follow('token');
  expect(there.getState()).toMatchObject({ isExpired: true, isLocked: true });
  here.begin(answer);
  there.follow('token');
  expect(there.getState()).toMatchObject({ isExpired: false, isLocked: false });
  // An expiry afterwards is one as ever.
  here.expire();
  there.follow('token');
  expect(there.getState()).toMatchObject({ isExpired: true, isLocked: false });
});
