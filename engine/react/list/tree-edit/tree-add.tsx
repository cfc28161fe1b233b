import { Button, Input } from 'antd';
import { type KeyboardEvent, useCallback, useEffect, useId } from 'react';
import { useText } from '../../host/engine-context.tsx';
import { maxLines, treeLines } from './tree-lines.ts';
import { type AddPlace, useTreeAdd } from './use-tree-add.ts';
import './tree-add.css';

type TreeAddProps = AddPlace & { readonly onClose: () => void };

/**
 * Adds nodes to a tree by their names, one on each line, indented below one another; pasted lines all at once. Ctrl+Enter
 * adds them; what was refused stays, with why, and goes on below what was made before it.
 */
export function TreeAdd({ onClose, ...place }: TreeAddProps) {
  const { entity, parent } = place;
  const t = useText();
  const id = useId();
  const focus = useCallback(() => document.getElementById(id)?.focus(), [id]);
  useEffect(focus, [focus]);
  const { text, setText, isBusy, add } = useTreeAdd(place, focus);
  const lines = treeLines(text);
  const { label } = entity;
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
