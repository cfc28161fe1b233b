import { afterEach, beforeEach, vi } from 'vitest';
import { ApiRefusal } from '../../client/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { mergeDocuments } from '../../model/layers/index.ts';
import type { DesignedPage, DesignStore, DesignTarget, SentDraft } from '../store/design-store.ts';
import { DesignSession } from './design-session.ts';

const target: DesignTarget = { page: 'books', level: 'org' };
export const shipped: JsonObject = {
  name: 'books',
  title: '图书',
  columns: [
    { key: 'title', width: 100 },
    { key: 'author', width: 100 },
  ],
};
export const lost = new ApiRefusal('network', '网络不通', { code: 'E_NETWORK' });
export const forbidden = new ApiRefusal('1', '没有权限', { code: 'E_NO_PERMISSION' });

const nothing = () => Promise.reject(new Error('nobody asks for this'));

/** A server with one draft, which merges as the real one does, and refuses what it is told to. */
export class Server {
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

  open(user = 'somebody'): DesignSession {
    return new DesignSession(this.store, target, this.page(), user);
  }

  #put(document: JsonObject): void {
    this.draft = document;
    this.version += 1;
  }
}

export const rename = (session: DesignSession, title: string) => session.do([{ op: 'set', at: 'title', value: title }]);
export const widen = (session: DesignSession, width: number) =>
  session.do([{ op: 'set', at: 'columns/author/width', value: width }]);
export const shown = (session: DesignSession) => session.read().stack.document;

/** Timers and the storage of a tab, for every test of a file. */
export function withTab(): void {
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
}
