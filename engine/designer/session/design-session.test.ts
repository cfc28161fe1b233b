import { describe, expect, it, vi } from 'vitest';
import type { DesignStore } from '../store/design-store.ts';
import { forbidden, lost, rename, Server, shipped, shown, widen, withTab } from './design-server.testing.ts';

withTab();

describe('what is designed', () => {
  it('is sent by itself a moment later, together, and what was done meanwhile behind it', async () => {
    const server = new Server();
    const session = server.open();
    rename(session, '书');
    rename(session, '书目');
    expect(session.read().saving).toBe('pending');
    const sending = session.flush();
    widen(session, 200);
    await sending;
    expect(server.sent.map(({ document }) => document.title)).toEqual(['书目', '书目']);
    expect(server.draft).toEqual(shown(session));
    expect(session.read()).toMatchObject({ saving: 'saved', version: 2 });
    rename(session, '目录');
    await vi.advanceTimersByTimeAsync(499);
    expect(server.sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.draft.title).toBe('目录');
  });

  it('is not undone by an answer that was read before it was sent', async () => {
    const server = new Server();
    const session = server.open();
    rename(session, '书');
    await session.flush();
    let answer = (): void => undefined;
    const early = server.page();
    const store: DesignStore = server.store;
    const view = vi.spyOn(store, 'view').mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(early);
        }),
    );
    const refreshing = session.refresh();
    await vi.advanceTimersByTimeAsync(0);
    expect(view).toHaveBeenCalledTimes(1);
    rename(session, '书目');
    await vi.advanceTimersByTimeAsync(500);
    expect(server.draft.title).toBe('书目');
    answer();
    await refreshing;
    expect(shown(session).title).toBe('书目');
    expect(session.read().version).toBe(server.version);
  });

  it('is sent when one leaves at once', async () => {
    const server = new Server();
    const session = server.open();
    rename(session, '书');
    session.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.draft.title).toBe('书');
  });

  it('is tried again while the server is not there, and goes on where it was after a reload', async () => {
    const server = new Server();
    server.refusal = lost;
    const session = server.open();
    rename(session, '书');
    await session.flush();
    expect(session.read().saving).toBe('failed');
    await vi.advanceTimersByTimeAsync(4000);
    expect(server.sent).toHaveLength(2);
    // Reloaded, while somebody else changed something else.
    session.close();
    await vi.advanceTimersByTimeAsync(0);
    server.change({ columns: [{ key: 'author', width: 300 }] });
    server.refusal = undefined;
    // Who signed in here meanwhile is another one: it is none of his.
    const another = server.open('another');
    expect(shown(another).title).toBe('图书');
    another.close();
    const again = server.open();
    expect(shown(again)).toMatchObject({ title: '书', columns: [{ key: 'author', width: 300 }] });
    await vi.advanceTimersByTimeAsync(500);
    expect(server.draft).toEqual(shown(again));
    // What arrived is not brought again.
    again.close();
    server.change({ title: '别人改的' });
    expect(shown(server.open()).title).toBe('别人改的');
  });

  it('is not sent again and again to who lost the right to it; it stays, and goes when he has it back', async () => {
    const server = new Server();
    server.refusal = forbidden;
    const session = server.open();
    rename(session, '书');
    await session.flush();
    expect(session.read()).toMatchObject({ saving: 'refused', refusal: forbidden });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.sent).toHaveLength(1);
    server.refusal = undefined;
    const again = server.open();
    expect(shown(again).title).toBe('书');
    widen(again, 200);
    await vi.advanceTimersByTimeAsync(500);
    expect(server.draft).toMatchObject({ title: '书' });
    expect(again.read().refusal).toBeUndefined();
  });
});

it('a whole document as somebody pasted it becomes the edits it takes, taken back at once', async () => {
  const server = new Server();
  const session = server.open();
  const { title: _, ...others } = shipped;
  session.write({ ...others, columns: [{ key: 'author', width: 100 }], search: true });
  expect(shown(session)).toEqual({ ...others, columns: [{ key: 'author', width: 100 }], search: true });
  session.undo();
  expect(shown(session)).toEqual(shipped);
  expect(session.read().stack.done).toHaveLength(0);
});
