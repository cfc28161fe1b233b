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
import { above, type MadeNode, treeLines } from './tree-lines.ts';

/** Where nodes are added, and by which call. */
export type AddPlace = {
  /** The action of the page by which nodes are made. */
  readonly action: ActionView;
  readonly api: string;
  readonly entity: EntityDocument;
  /** The node they are put below; absent for the top. */
  readonly parent: WireRecord | undefined;
  /** What the whole tree is within, where the list shows one of several. */
  readonly whole: string | undefined;
  /** Opens what got something below it. */
  readonly open: (id: string) => void;
};

/**
 * Makes nodes of the lines of a text, one call each, while the lines that are done leave the text; `onEnd` follows
 * also where one was refused. What comes after that goes on below what was made before it.
 */
export function useTreeAdd({ action, api, entity, parent, whole, open }: AddPlace, onEnd: () => void) {
  const t = useText();
  const page = usePageRuntime();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const made = useRef<readonly MadeNode[]>([]);
  const make = async (name: string, belowId: string | undefined): Promise<string> => {
    const body = {
      ...action.valuesFor(page.scope(undefined, {})),
      ...nodeBody(entity, name, belowId, { parent, whole }),
    };
    return (await page.call<{ readonly id: string }>(api, body, { idempotencyKey: newIdempotencyKey() })).id;
  };
  const add = async () => {
    setBusy(true);
    let count = 0;
    try {
      for (const line of treeLines(text)) {
        setText(line.rest);
        const up = above(made.current, line);
        const belowId = up.at(-1)?.id ?? parent?.id;
        made.current = [...up, { indent: line.indent, id: await make(line.name, belowId) }];
        count += 1;
        if (belowId !== undefined) open(belowId);
      }
      made.current = [];
      setText('');
    } catch (error) {
      const words = toldRefusal(error, t);
      if (words !== undefined) message.error(words);
    } finally {
      if (count > 0) message.success(t('engine.list.tree.added', { count }));
      setBusy(false);
      await invalidateEntities(queries, [entity.name]);
      onEnd();
    }
  };
  return { text, setText, isBusy, add };
}

/** What is said of a refusal; undefined where the session ends with it. What is no refusal goes on as it came. */
function toldRefusal(error: unknown, t: ReturnType<typeof useText>): string | undefined {
  if (!(error instanceof ApiRefusal)) throw error;
  return error.endsSession ? undefined : faultWords(error, t);
}

/** What a new node says: its name, what it stands below, and the tree it belongs to: as the node above says, at the top as the list does. */
function nodeBody(
  { label, tree }: EntityDocument,
  name: string,
  belowId: string | undefined,
  { parent, whole }: Pick<AddPlace, 'parent' | 'whole'>,
) {
  const within = tree?.within;
  const tied = within === undefined || parent === undefined ? whole : parent[within];
  return {
    [label]: name,
    ...(belowId === undefined ? {} : { [tree?.parent ?? '']: belowId }),
    ...(within === undefined || tied === undefined ? {} : { [within]: tied }),
  };
}
