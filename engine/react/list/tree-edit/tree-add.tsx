import { Button, Input } from 'antd';
import { type KeyboardEvent, useEffect, useId } from 'react';
import { useText } from '../../host/engine-context.tsx';
import { maxLines, treeLines } from './tree-lines.ts';
import './tree-add.css';

type TreeAddProps = {
  /** What the new nodes are and where they come. */
  readonly title: string;
  /** The node above, which the keyboard follows; absent at the top. */
  readonly parentId: string | undefined;
  /** How deep the new nodes will stand. */
  readonly depth: number;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly isBusy: boolean;
  readonly onAdd: () => void;
  readonly onClose: () => void;
};

/**
 * The place of new nodes in a tree: their names, one on each line, indented below one another; pasted lines all at
 * once. Ctrl+Enter adds them; what was refused stays, with why, and goes on below what was made before it.
 */
export function TreeAdd({ title, parentId, depth, text, onChange, isBusy, onAdd, onClose }: TreeAddProps) {
  const t = useText();
  const id = useId();
  // Added to another node, and when a call is over, the keyboard is here again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the node above is what is followed
  useEffect(() => {
    if (!isBusy) document.getElementById(id)?.focus();
  }, [id, isBusy, parentId]);
  const lines = treeLines(text);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || lines.length === 0) return;
    event.preventDefault();
    onAdd();
  };
  const isOver = lines.length > maxLines;
  return (
    <section className="engine-tree-add" aria-label={title} style={{ paddingInlineStart: 16 + depth * 20 }}>
      <label htmlFor={id}>{title}</label>
      <Input.TextArea
        id={id}
        value={text}
        disabled={isBusy}
        rows={4}
        placeholder={t('engine.list.tree.addHint')}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="engine-tree-add-foot">
        <span className={isOver ? 'engine-tree-add-over' : 'engine-quiet'} role="status">
          {t(isOver ? 'engine.list.tree.addOver' : 'engine.list.tree.addCount', { count: lines.length, max: maxLines })}
        </span>
        <Button size="small" onClick={onClose}>
          {t('engine.list.tree.addClose')}
        </Button>
        <Button size="small" type="primary" loading={isBusy} disabled={lines.length === 0 || isOver} onClick={onAdd}>
          {t('engine.list.tree.add')}
        </Button>
      </span>
    </section>
  );
}
