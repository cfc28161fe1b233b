import { ApiRefusal } from '../../client/index.ts';
import type { Fault } from '../../model/faults/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { type Collision, mergeDocuments, sameJson } from '../../model/layers/index.ts';
import { type CommandStack, commandStack, doEdits, redoOne, undoOne, withDocument } from '../document/command-stack.ts';
import { type DocumentEdit, valueIn } from '../document/edits.ts';
import { ownEdits } from '../document/own-edits.ts';
import { type WithHidden, withHidden } from '../document/with-hidden.ts';
import type { DesignedPage, DesignStore, DesignTarget } from '../store/design-store.ts';
import { KeptDrafts } from './kept-draft.ts';

/** Milliseconds after an edit until it is sent, and after a failure until it is tried again. */
const pauses = { afterEdit: 500, afterFailure: 4000 } as const;

/** Everything about a page that is being designed. */
export type DesignState = {
  readonly page: DesignedPage;
  readonly stack: CommandStack;
  /** The page with what it hides in its places. */
  readonly drawn: WithHidden;
  /** Key paths of what is selected, the last one last; none is the page itself. */
  readonly selected: readonly string[];
  readonly faults: readonly Fault[];
  /** Version of the draft on the server; 0 while there is none. */
  readonly version: number;
  /** What could not be sent is tried again by itself; what is refused only with the next edit. */
  readonly saving: 'saved' | 'pending' | 'failed' | 'refused';
  /** Why the draft could not be sent. */
  readonly refusal?: unknown;
  /** Where somebody else gave the same place another value. */
  readonly collisions: readonly Collision[];
};

/** A page being designed: its commands, what is selected, and its draft on the server, which follows by itself. */
export class DesignSession {
  readonly target: DesignTarget;
  readonly #store: DesignStore;
  readonly #kept: KeptDrafts;
  readonly #listeners = new Set<() => void>();
  #state: DesignState;
  /** What the server has. */
  #base: JsonObject;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #isClosed = false;

  /** `user` is the id of who designs: what did not arrive is his, whoever signs in here next. */
  constructor(store: DesignStore, target: DesignTarget, page: DesignedPage, user: string) {
    this.target = target;
    this.#store = store;
    this.#kept = new KeptDrafts(target, user);
    this.#base = page.document;
    this.#state = {
      page,
      stack: commandStack(page.document),
      drawn: withHidden(page.document, page.below),
      selected: [],
      faults: page.faults,
      version: page.draft?.version ?? 0,
      saving: 'saved',
      collisions: [],
    };
    this.#takeUp();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): DesignState => this.#state;

  /** Does edits in one go; see `doEdits`. Where two differ, who edits that place anew has said whose it is to be. */
  readonly do = (edits: readonly DocumentEdit[], joins?: string): void => {
    this.#become(doEdits(this.#state.stack, edits, joins));
    const { collisions } = this.#state;
    const open = collisions.filter((collision) => !edits.some(({ at }) => at === collision.at));
    if (open.length < collisions.length) this.#set({ collisions: open });
  };

  readonly undo = (): void => this.#become(undoOne(this.#state.stack));

  readonly redo = (): void => this.#become(redoOne(this.#state.stack));

  /** The whole document as somebody wrote it. */
  readonly write = (document: JsonObject): void => {
    const { document: now } = this.#state.stack;
    const names = new Set([...Object.keys(now), ...Object.keys(document)]);
    const edits = [...names].flatMap((name): readonly DocumentEdit[] => {
      const at = name.replaceAll('~', '~0').replaceAll('/', '~1');
      if (!Object.hasOwn(document, name)) return [{ op: 'unset', at }];
      return sameJson(now[name], document[name]) ? [] : [{ op: 'set', at, value: document[name] }];
    });
    this.do(edits, 'source');
  };

  readonly select = (selected: readonly string[]): void => this.#set({ selected });

  /** A place where two gave different values, as one wants it. */
  readonly settle = (collision: Collision, takes: 'mine' | 'theirs'): void => {
    const { stack, drawn } = this.#state;
    if (takes === 'mine') this.do(ownEdits(stack.document, drawn.document, collision));
    this.#set({ collisions: this.#state.collisions.filter((one) => one !== collision) });
  };

  /** Sends what is not on the server yet, and answers when all is. */
  readonly flush = (): Promise<void> => {
    clearTimeout(this.#timer);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  };

  /** Takes up what somebody else made of the draft, or what was published. */
  readonly refresh = async (): Promise<void> => {
    await this.flush();
    if (this.#state.refusal !== undefined) return;
    const { version } = this.#state;
    const page = await this.#store.view(this.target).catch(passedOver);
    // What cannot be read now comes with the next news, or with what is sent next: the server merges.
    if (page === undefined) return;
    // Read before what was sent meanwhile, it would undo that.
    if (this.#state.version !== version) return this.refresh();
    const { document } = this.#state.stack;
    const merged = mergeDocuments(this.#base, document, page.document);
    this.#base = page.document;
    const stack = withDocument(this.#state.stack, merged.document);
    const drawn = withHidden(merged.document, page.below);
    this.#set({ page, version: page.draft?.version ?? 0, faults: page.faults, stack, drawn });
    this.#tell(merged.collisions);
  };

  /** Ends it; what was not sent yet is sent. */
  readonly close = (): void => {
    void this.flush();
    this.#isClosed = true;
    this.#listeners.clear();
  };

  /** Work of before a reload that never arrived goes on where it was. */
  #takeUp(): void {
    const kept = this.#kept.read();
    if (kept === undefined) return;
    const { document, collisions } = mergeDocuments(kept.base, kept.document, this.#base);
    this.#become(withDocument(this.#state.stack, document));
    this.#tell(collisions);
  }

  #become(stack: CommandStack): void {
    if (stack === this.#state.stack) return;
    const isSame = stack.document === this.#state.stack.document;
    this.#set({ stack, drawn: isSame ? this.#state.drawn : withHidden(stack.document, this.#state.page.below) });
    if (isSame || stack.document === this.#base) return;
    this.#kept.keep({ document: stack.document, base: this.#base });
    this.#set({ saving: 'pending' });
    this.#later(pauses.afterEdit);
  }

  #adopt(document: JsonObject): void {
    const { stack, page } = this.#state;
    if (!sameJson(stack.document, document))
      this.#set({ stack: withDocument(stack, document), drawn: withHidden(document, page.below) });
  }

  #tell(collisions: readonly Collision[]): void {
    if (collisions.length === 0) return;
    const places = new Set(collisions.map(({ at }) => at));
    const others = this.#state.collisions.filter(({ at }) => !places.has(at));
    this.#set({ collisions: [...others, ...collisions] });
  }

  #later(pause: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.flush(), pause);
  }

  async #send(): Promise<void> {
    for (;;) {
      const { document: sent } = this.#state.stack;
      if (sameJson(sent, this.#base)) break;
      try {
        const draft = { document: sent, version: this.#state.version, base: this.#base };
        const saved = await this.#store.save(this.target, draft);
        const { document: now } = this.#state.stack;
        this.#base = saved.document;
        this.#set({ version: saved.version, faults: saved.faults });
        this.#tell(saved.collisions);
        // What was done while it was on its way may be where another one was before.
        const merged = mergeDocuments(sent, now, saved.document);
        this.#tell(merged.collisions);
        this.#adopt(merged.document);
      } catch (refusal) {
        const saving = isFinal(refusal) ? 'refused' : 'failed';
        this.#set({ saving, refusal });
        if (saving === 'failed') this.#later(pauses.afterFailure);
        return;
      }
    }
    this.#kept.forget();
    this.#set({ saving: 'saved', refusal: undefined });
  }

  #set(changes: Partial<DesignState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/** Whether the same would be refused again, however often it is sent: the right to design is lost, or it takes no such page. */
function isFinal(refusal: unknown): refusal is ApiRefusal {
  return refusal instanceof ApiRefusal && (refusal.isPermission || refusal.faults.length > 0);
}

/** An answer that did not come; what is no refusal is a fault of the program. */
function passedOver(refusal: unknown): undefined {
  if (!(refusal instanceof ApiRefusal)) throw refusal;
}

/** Whether something stands at a key path of the page as it is drawn. */
export function isThere({ drawn }: DesignState, at: string): boolean {
  return valueIn(drawn.document, at) !== undefined;
}
