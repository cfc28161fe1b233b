import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiRefusal } from '../../client/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { mergeDocuments } from '../../model/layers/index.ts';
import type { DesignedPage, DesignStore, DesignTarget, SentDraft } from '../store/design-store.ts';
import { DesignSession } from './design-session.ts';

const target: DesignTarget = { page: 'books', level: 'org' };
const shipped: JsonObject = {
  name: 'books',
  title: '图书',
  columns: [
    { key: 'title', width: 100 },
    { key: 'author', width: 100 },
  ],
};
const lost = new ApiRefusal('network', '网络不通', { code: 'E_NETWORK' });
const forbidden = new ApiRefusal('1', '没有权限', { code: 'E_NO_PERMISSION' });

const nothing = () => Promise.reject(new Error('nobody asks for this'));

/** A server with one draft, which merges as the real one does, and refuses what it is told to. */
class Server {
  draft: JsonObject = shipped;
  version = 0;
  refusal: unknown;
  readonly sent: SentDraft[] = [];

  readonly store: DesignStore = {
    ...{ parts: nothing, grammar: nothing, discard: nothing, preview: nothing },
    view: async () => this.page(),
    save: async (_: DesignTarget, draft: SentDraft) => {
      this.sent.push(draft);
      if (this.refusal !== undefined) throw this.refusal;
      const isPresent = draft.version === this.version;
      const merged = isPresent
        ? { document: draft.document, collisions: [] }
        : mergeDocuments(draft.base, draft.document, this.draft);
      this.#put(merged.document);
      return { version: this.version, ...merged, faults: [] };
    },
  };

  page(): DesignedPage {
    const draft = { version: this.version, operations: [], author: null, updatedAt: '' };
    const kept = this.version === 0 ? null : draft;
    return { shipped, below: shipped, published: null, draft: kept, document: this.draft, report: [], faults: [] };
  }

  /** What somebody else makes of the draft. */
  change(changes: JsonObject): void {
    this.#put({ ...this.draft, ...changes });
  }

  open(): DesignSession {
    return new DesignSession(this.store, target, this.page());
  }

  #put(document: JsonObject): void {
    this.draft = document;
    this.version += 1;
  }
}

const rename = (session: DesignSession, title: string) => session.do([{ op: 'set', at: 'title', value: title }]);
const widen = (session: DesignSession, width: number) =>
  session.do([{ op: 'set', at: 'columns/author/width', value: width }]);
const shown = (session: DesignSession) => session.read().stack.document;

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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
    const server = new Server();
    const session = server.open();
    rename(session, '我的');
    server.change({ title: '别人改的' });
    await session.flush();
    const [collision] = session.read().collisions;
    expect(collision).toMatchObject({ at: 'title', mine: '我的', theirs: '别人改的' });
    expect(shown(session).title).toBe('别人改的');
    if (collision === undefined) return;
    session.settle(collision, 'mine');
    expect(session.read().collisions).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(server.draft.title).toBe('我的');
  });

  it('stays where one leaves it to him', async () => {
    const server = new Server();
    const session = server.open();
    rename(session, '我的');
    server.change({ title: '别人改的' });
    await session.flush();
    const [collision] = session.read().collisions;
    if (collision !== undefined) session.settle(collision, 'theirs');
    await vi.advanceTimersByTimeAsync(5000);
    expect(session.read().collisions).toEqual([]);
    expect(server.draft.title).toBe('别人改的');
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
