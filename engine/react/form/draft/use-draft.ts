import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ActionUse } from '../../calls/action-call.ts';
import type { Draft } from '../../drafts/draft-shape.ts';
import { type DraftPlace, keepDraft, keptDraft } from '../../drafts/draft-store.ts';
import { knownFileName } from '../../fields/file/file-names.ts';
import { useEngine } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import type { FormSession } from '../session/form-session.ts';
import { draftOf, draftTitles, mergedDraft } from './draft.ts';

const typingPause = 400;

/** What was typed before, offered back; and what keeps what is typed now. */
export type DraftTools = {
  /** A draft that was found when the form was opened. */
  readonly found: Draft | undefined;
  /** Whether it was restored or discarded. */
  readonly isSettled: boolean;
  /** Whether the browser has no room for what is typed: it is lost when the page goes. */
  readonly isUnkept: boolean;
  /** Says that it was restored: what is kept from now on is what stands in the form. */
  readonly settle: () => void;
  readonly discard: () => void;
  /** Forgets what was typed: it was saved, or is not wanted. */
  readonly clear: () => void;
};

/** Keeps what is typed into an opened form through reload and lost session. A form about many rows keeps nothing. */
export function useDraft(use: ActionUse, session: FormSession | undefined, part: string): DraftTools {
  const { client } = useEngine();
  const queries = useQueryClient();
  const place = useDraftPlace(use);
  const found = useMemo(() => {
    const draft = session === undefined || place === undefined ? undefined : keptDraft(place);
    const isEmpty = draft === undefined || session === undefined || draftTitles(draft, session).length === 0;
    return isEmpty ? undefined : { draft, session };
  }, [place, session]);
  const [settled, setSettled] = useState<typeof found>();
  const offered = found === settled ? undefined : found?.draft;
  const [isUnkept, setUnkept] = useState(false);
  const persisted = useMemo(
    () =>
      session === undefined || place === undefined
        ? undefined
        : new PersistedDraft(session, place, {
            nameOf: (id) => knownFileName(queries, client, id),
            onKept: (isKept) => setUnkept(!isKept),
          }),
    [session, place, queries, client],
  );
  useEffect(() => persisted?.start(), [persisted]);
  useEffect(() => persisted?.lay(offered), [persisted, offered]);
  useEffect(() => persisted?.open(part), [persisted, part]);
  return {
    found: found?.draft,
    isSettled: offered === undefined,
    isUnkept,
    settle: () => setSettled(found),
    discard: () => {
      setSettled(found);
      persisted?.lay(undefined);
      persisted?.keep();
    },
    clear: () => persisted?.clear(),
  };
}

function useDraftPlace({ action, target }: ActionUse): DraftPlace | undefined {
  const { user, keepsDrafts } = useEngine();
  const { name } = usePageRuntime();
  const record = target.kind === 'record' ? target.record.id : '';
  const isNotKept = target.kind === 'rows' || !keepsDrafts;
  return useMemo(
    () => (isNotKept ? undefined : { user: user.id, page: name, form: action.key, record }),
    [isNotKept, user.id, name, action.key, record],
  );
}

/** Writes what is typed into a form, a moment after each change and before the page goes. */
class PersistedDraft {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #offered: Draft | undefined;
  #isOver = false;

  #part = '';
  /** Names of files, kept once they are known: the page forgets them sooner than the draft. */
  readonly #names = new Map<string, string>();

  constructor(
    readonly session: FormSession,
    readonly place: DraftPlace,
    readonly told: {
      readonly nameOf: (file: string) => string | undefined;
      readonly onKept: (isKept: boolean) => void;
    },
  ) {}

  /** What lies there already: what is typed now is written over it, and takes nothing of it away. */
  lay(offered: Draft | undefined): void {
    this.#offered = offered;
  }

  /** Notes the tab or step that is open. */
  open(part: string): void {
    if (part === this.#part) return;
    const isFirst = this.#part === '';
    this.#part = part;
    if (!isFirst) this.#keepSoon();
  }

  #keepSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), typingPause);
  }

  #nameOf(file: string): string | undefined {
    const name = this.#names.get(file) ?? this.told.nameOf(file) ?? this.#offered?.files[file];
    if (name !== undefined) this.#names.set(file, name);
    return name;
  }

  start(): () => void {
    const leave = () => this.#timer !== undefined && this.keep();
    const release = this.session.subscribe(() => this.#keepSoon());
    addEventListener('pagehide', leave);
    return () => {
      leave();
      release();
      removeEventListener('pagehide', leave);
    };
  }

  keep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isOver) return;
    const facts = { at: new Date().toISOString(), part: this.#part, nameOf: (file: string) => this.#nameOf(file) };
    const typed = draftOf(this.session, facts);
    this.told.onKept(keepDraft(this.place, typed === undefined ? this.#offered : mergedDraft(this.#offered, typed)));
  }

  clear(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    keepDraft(this.place, undefined);
  }
}
