import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useRef, useState } from 'react';
import { ApiRefusal, invalidateEntities } from '../../../client/index.ts';
import type { EntityDocument } from '../../../model/documents/index.ts';
import type { ActionView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { newIdempotencyKey } from '../../calls/action-call.ts';
import { faultWords } from '../../calls/refusal-words.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { above, type MadeNode, type TreeLine, treeLines } from '../tree-edit/tree-lines.ts';

/** Which tree gets new nodes, and by which call. */
export type AddTo = {
  /** The action of the page by which nodes are made; absent where the reader may not, or the page adds none in place. */
  readonly action: ActionView | undefined;
  readonly entity: EntityDocument;
  /** What the whole tree is within, where one of several is shown. */
  readonly whole: string | undefined;
  /** The record the values of the action speak of, where the tree belongs to one. */
  readonly record: WireRecord | undefined;
};

/** The node that new ones are put below; without one they come to the top. */
type Target = { readonly parent: WireRecord | undefined };

/** The action by which nodes of an entity are made, among those the page offers. */
export function createAction(actions: readonly ActionView[], entity: string): ActionView | undefined {
  return actions.find(({ operation }) => operation?.kind === 'create' && operation.entity === entity);
}

/**
 * Makes nodes of the lines of a text, one call each, while the lines that are done leave the text, also where one was
 * refused. What comes after that goes on below what was made before it. `open` opens what gets something below it. When
 * the place is closed meanwhile, no more are made.
 */
export function useAdding({ action, entity, whole, record }: AddTo, open: (id: string) => void) {
  const t = useText();
  const page = usePageRuntime();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [target, setTarget] = useState<Target>();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const made = useRef<readonly MadeNode[]>([]);
  /** Whether the place was closed while lines were made: no more of them are. */
  const isStopped = useRef(false);
  const parent = target?.parent;
  const api = action?.operation?.path;
  const make = async (name: string, belowId: string | undefined): Promise<string> => {
    if (action === undefined || api === undefined) throw new TypeError('no action adds nodes here');
    const body = {
      ...action.valuesFor(page.scope(record, {})),
      ...nodeBody(entity, name, belowId, { parent, whole }),
    };
    return (await page.call<{ readonly id: string }>(api, body, { idempotencyKey: newIdempotencyKey() })).id;
  };
  const makeLine = async (line: TreeLine) => {
    setText(line.rest);
    const up = above(made.current, line);
    const belowId = up.at(-1)?.id ?? parent?.id;
    const id = await make(line.name, belowId);
    if (isStopped.current) return;
    made.current = [...up, { indent: line.indent, id }];
    if (belowId !== undefined) open(belowId);
  };
  const add = async () => {
    setBusy(true);
    isStopped.current = false;
    let count = 0;
    try {
      for (const line of treeLines(text)) {
        await makeLine(line);
        count += 1;
        if (isStopped.current) return;
      }
      made.current = [];
      setText('');
    } catch (error) {
      const words = toldRefusal(error, t);
      if (words !== undefined) message.error(words);
    } finally {
      if (count > 0) message.success(t('engine.list.tree.added', { count }));
      await invalidateEntities(queries, [entity.name]);
      setBusy(false);
    }
  };
  /** Opens the place for new nodes; what is below the parent already comes into sight before it. */
  const start = (at: Target) => {
    if (at.parent?.id !== parent?.id) made.current = [];
    if (at.parent?.hasChildren === true) open(at.parent.id);
    setTarget(at);
  };
  const stop = () => {
    isStopped.current = true;
    setTarget(undefined);
    setText('');
    made.current = [];
  };
  return { canAdd: api !== undefined, target, text, setText, isBusy, add, start, stop };
}

/** What is said of a refusal; undefined where the session ends with it. What is no refusal goes on as it came. */
function toldRefusal(error: unknown, t: ReturnType<typeof useText>): string | undefined {
  if (!(error instanceof ApiRefusal)) throw error;
  return error.endsSession ? undefined : faultWords(error, t);
}

/** What a new node says: its name, what it stands below, and the tree it belongs to: as the node above says, at the top as the page does. */
function nodeBody(
  { label, tree }: EntityDocument,
  name: string,
  belowId: string | undefined,
  { parent, whole }: { readonly parent: WireRecord | undefined; readonly whole: string | undefined },
) {
  const within = tree?.within;
  const tied = within === undefined || parent === undefined ? whole : parent[within];
  return {
    [label]: name,
    ...(belowId === undefined ? {} : { [tree?.parent ?? '']: belowId }),
    ...(within === undefined || tied === undefined ? {} : { [within]: tied }),
  };
}
