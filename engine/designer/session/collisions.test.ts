import { describe, expect, it, vi } from 'vitest';
import { lost, rename, Server, shown, widen, withTab } from './design-server.testing.ts';

withTab();

/** Two who gave the page different titles, and what is told of that. */
async function bothNamed() {
  const server = new Server();
  const session = server.open();
  rename(session, '我的');
  server.change({ title: '别人改的' });
  await session.flush();
  const [collision] = session.read().collisions;
  return { server, session, collision };
}

describe('what another one makes of the same page', () => {
  it('is taken up beside what was not sent yet', async () => {
    const server = new Server();
    const session = server.open();
    widen(session, 200);
    server.change({ title: '别人改的' });
    await session.refresh();
    expect(shown(session)).toMatchObject({ title: '别人改的' });
    expect(server.draft).toEqual(shown(session));
    expect(session.read().collisions).toEqual([]);
  });

  it('stands where both changed one place, until one says whose it is to be', async () => {
    const { server, session, collision } = await bothNamed();
    expect(collision).toMatchObject({ at: 'title', mine: '我的', theirs: '别人改的' });
    expect(shown(session).title).toBe('别人改的');
    if (collision === undefined) return;
    session.settle(collision, 'mine');
    expect(session.read().collisions).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(server.draft.title).toBe('我的');
  });

  it('is an item that he took away and one changed: it comes back where it stood, if one wants one’s own', async () => {
    const server = new Server();
    const session = server.open();
    session.do([{ op: 'set', at: 'columns/title/title', value: '我的' }]);
    server.change({ columns: [{ key: 'author', width: 100 }] });
    await session.flush();
    const [collision] = session.read().collisions;
    expect(collision?.at).toBe('columns/title');
    if (collision !== undefined) session.settle(collision, 'mine');
    await vi.advanceTimersByTimeAsync(500);
    expect(server.draft.columns).toEqual([
      { key: 'title', width: 100, title: '我的' },
      { key: 'author', width: 100 },
    ]);
  });

  it('is an item that one took away and he changed: it goes, if one wants one’s own', async () => {
    const server = new Server();
    const session = server.open();
    session.do([{ op: 'remove', at: 'columns/author' }]);
    server.change({
      columns: [
        { key: 'title', width: 100 },
        { key: 'author', width: 300 },
      ],
    });
    await session.flush();
    const [collision] = session.read().collisions;
    expect(collision?.at).toBe('columns/author');
    if (collision !== undefined) session.settle(collision, 'mine');
    await vi.advanceTimersByTimeAsync(500);
    expect(server.draft.columns).toEqual([{ key: 'title', width: 100 }]);
  });

  it('is told where one went on there while the draft was on its way: nothing typed is dropped in silence', async () => {
    const server = new Server();
    const session = server.open();
    rename(session, '我');
    server.change({
      title: '别人改的',
      columns: [
        { key: 'title', width: 100 },
        { key: 'author', width: 300 },
      ],
    });
    const sending = session.flush();
    rename(session, '我的');
    widen(session, 200);
    await sending;
    const { collisions } = session.read();
    expect(collisions.map(({ at, mine }) => [at, mine])).toEqual([
      ['title', '我的'],
      ['columns/author/width', 200],
    ]);
    expect(shown(session)).toMatchObject({ title: '别人改的' });
    // Who types there anew has said whose it is to be.
    rename(session, '又改');
    expect(session.read().collisions.map(({ at }) => at)).toEqual(['columns/author/width']);
  });

  it('comes with the next news where it could not be read', async () => {
    const server = new Server();
    const session = server.open();
    server.change({ title: '别人改的' });
    vi.spyOn(server.store, 'view').mockRejectedValueOnce(lost);
    await session.refresh();
    expect(shown(session).title).toBe('图书');
    await session.refresh();
    expect(shown(session).title).toBe('别人改的');
  });

  it('stays where one leaves it to him', async () => {
    const { server, session, collision } = await bothNamed();
    if (collision !== undefined) session.settle(collision, 'theirs');
    await vi.advanceTimersByTimeAsync(5000);
    expect(session.read().collisions).toEqual([]);
    expect(server.draft.title).toBe('别人改的');
  });
});
