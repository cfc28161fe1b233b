import { expect, it } from 'vitest';
import type { LoginAnswer } from '../../contract/session.ts';

import { untilRenewed } from './renewal.ts';
import { createSessionStore } from './session-store.ts';
import { memoryStorage } from './testing-storage.ts';

const answer: LoginAnswer = {
  token: 'first',
  id: '0190-1',
  name: '李雷',
  mobile: '138****0001',
  firstLogin: '1',
  projectlist: [],
  hlAgentId: null,
  dlswAgentId: null,
  xzjAgentId: null,
};

/** A session that was lost. */
function lostSession() {
  const storage = memoryStorage();
  const session = createSessionStore(storage);
  session.begin(answer);
  session.expire();
  return { session, storage };
}

it('is renewed when the same person signs in again', async () => {
  const { session } = lostSession();
  const renewed = untilRenewed(session);
  session.begin({ ...answer, token: 'second' });
  expect(await renewed).toBe(true);
});

it('is renewed by another tab of the browser', async () => {
  const { session, storage } = lostSession();
  const renewed = untilRenewed(session);
  storage.setItem('token', 'second');
  session.follow('token');
  expect(await renewed).toBe(true);
});

it('is not renewed by somebody else, nor by leaving', async () => {
  const first = lostSession().session;
  const byOther = untilRenewed(first);
  first.begin({ ...answer, id: '0190-2' });
  const second = lostSession().session;
  const byLeaving = untilRenewed(second);
  second.clear();
  expect(await Promise.all([byOther, byLeaving])).toEqual([false, false]);
});

it('is not waited for where nothing was lost', async () => {
  expect(await untilRenewed(createSessionStore(memoryStorage()))).toBe(false);
});
