import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Input } from 'antd';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiRefusal, invalidateEntities } from '../../../client/index.ts';
import type { ActionView, EntityDocument, WireRecord } from '../../../model/index.ts';
import { newIdempotencyKey } from '../../calls/action-call.ts';
import { faultWords } from '../../calls/refusal-words.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { above, type MadeNode, maxLines, treeLines } from './tree-lines.ts';
import './tree-add.css';

type TreeAddProps = {
  /** The action of the page by which nodes are made. */
  readonly action: ActionView;
  readonly api: string;
  readonly entity: EntityDocument;
  /** The node they are put below; absent for the top. */
  readonly parent: WireRecord | undefined;
  /** Opens what got something below it. */
  readonly open: (id: string) => void;
  readonly onClose: () => void;
};

/**
 * Adds nodes to a tree by their names, one on each line, indented below one another; pasted lines all at once. Ctrl+Enter
 * adds them; what was refused stays, with why, and goes on below what was made before it.
 */
export function TreeAdd({ action, api, entity, parent, open, onClose }: TreeAddProps) {
  const t = useText();
  const id = useId();
  const page = usePageRuntime();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const made = useRef<readonly MadeNode[]>([]);
  const lines = treeLines(text);
  const { label, name } = entity;
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const make = async (value: string, parentId: string | null): Promise<string> => {
    const body = { ...action.valuesFor(page.scope(undefined, {})), ...nodeBody(entity, value, parentId, parent) };
    return (await page.call<{ readonly id: string }>(api, body, { idempotencyKey: newIdempotencyKey() })).id;
  };
  const add = async () => {
    setBusy(true);
    let count = 0;
    try {
      for (const line of lines) {
        setText(line.rest);
        const up = above(made.current, line);
        const parentId = up.at(-1)?.id ?? parent?.id ?? null;
        made.current = [...up, { indent: line.indent, id: await make(line.name, parentId) }];
        count += 1;
        if (parentId !== null) open(parentId);
      }
      made.current = [];
      setText('');
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (!error.endsSession) message.error(faultWords(error, t));
    } finally {
      if (count > 0) message.success(t('engine.list.tree.added', { count }));
      setBusy(false);
      await invalidateEntities(queries, [name]);
      document.getElementById(id)?.focus();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || lines.length === 0) return;
    event.preventDefault();
    void add();
  };
  const title =
    parent === undefined
      ? t('engine.list.tree.addTop', { entity: entity.title })
      : t('engine.list.tree.addBelow', { name: String(parent[label] ?? '') });
  const isOver = lines.length > maxLines;
  return (
    <section className="engine-tree-add" aria-label={title}>
      <label htmlFor={id}>{title}</label>
      <Input.TextArea
        id={id}
        value={text}
        disabled={isBusy}
        rows={4}
        placeholder={t('engine.list.tree.addHint')}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="engine-tree-add-foot">
        <span className={isOver ? 'engine-tree-add-over' : 'engine-quiet'} role="status">
          {t(isOver ? 'engine.list.tree.addOver' : 'engine.list.tree.addCount', { count: lines.length, max: maxLines })}
        </span>
        <Button size="small" onClick={onClose}>
          {t('engine.list.tree.addClose')}
        </Button>
        <Button
          size="small"
          type="primary"
          loading={isBusy}
          disabled={lines.length === 0 || isOver}
          onClick={() => void add()}
        >
          {t('engine.list.tree.add')}
        </Button>
      </span>
    </section>
  );
}

/** What a new node says: its name, what it stands below, and the tree it belongs to as that does. */
function nodeBody({ label, tree }: EntityDocument, name: string, parentId: string | null, above?: WireRecord) {
  const within = tree?.within;
  return {
    [label]: name,
    ...(parentId === null ? {} : { [tree?.parent ?? '']: parentId }),
    ...(within === undefined || above === undefined ? {} : { [within]: above[within] }),
  };
}
