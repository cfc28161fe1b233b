import { Checkbox, Input, Tree, type TreeDataNode } from 'antd';
import { type Key, useMemo, useState } from 'react';
import { filtered, type GrantNode, granted, grantTree, type Held, isHeld, leavesOf, taken } from './grant-tree.ts';
import type { Catalogue } from './permission-calls.ts';
import { useGrantText } from './use-grant-text.ts';

type TreeProps = {
  readonly catalogue: Catalogue;
  readonly held: Held;
  readonly isReadOnly: boolean;
  readonly onChange: (held: Held) => void;
};

const treeHeight = 520;

/** Menu, pages and buttons with a box each: full, half or empty; a search, and only what is granted if asked. */
export function GrantTree({ catalogue, held, isReadOnly, onChange }: TreeProps) {
  const t = useGrantText();
  const [words, setWords] = useState('');
  const [isOnlyHeld, setOnlyHeld] = useState(false);
  const [opened, setOpened] = useState<readonly Key[]>([]);
  const all = useMemo(() => grantTree(catalogue, t), [catalogue, t]);
  const shown = useMemo(
    () => filtered(all, words.trim(), (leaf) => !isOnlyHeld || isHeld(leaf, held)),
    [all, words, isOnlyHeld, held],
  );
  const nodes = useMemo(() => new Map(everyNode(all).map((node) => [node.id, node])), [all]);
  const checked = useMemo(
    () => shown.flatMap(leavesOf).flatMap(({ id, leaf }) => (isHeld(leaf, held) ? [id] : [])),
    [shown, held],
  );
  const isFiltered = words.trim() !== '';
  const toggle = (id: string, isOn: boolean) => {
    const node = everyNode(shown).find((one) => one.id === id) ?? nodes.get(id);
    if (node === undefined) return;
    const leaves = leavesOf(node).map(({ leaf }) => leaf);
    onChange(isOn ? granted(leaves, held) : taken(leaves, held, catalogue));
  };
  return (
    <>
      <div className="grant-tools">
        <Input.Search
          allowClear
          aria-label={t('grant.find')}
          placeholder={t('grant.find')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Checkbox checked={isOnlyHeld} onChange={(event) => setOnlyHeld(event.target.checked)}>
          {t('grant.onlyHeld')}
        </Checkbox>
      </div>
      {shown.length === 0 ? (
        <p className="engine-quiet">{t('grant.none')}</p>
      ) : (
        <Tree
          className="grant-tree"
          aria-label={t('part.grants')}
          checkable
          selectable={false}
          disabled={isReadOnly}
          height={treeHeight}
          treeData={shown.map(toTreeData)}
          checkedKeys={checked}
          expandedKeys={isFiltered ? everyNode(shown).map(({ id }) => id) : [...opened]}
          onExpand={(keys) => setOpened(keys)}
          onCheck={(_, { node, checked: isOn }) => toggle(String(node.key), isOn)}
        />
      )}
    </>
  );
}

function toTreeData(node: GrantNode): TreeDataNode {
  const { id, title, note, children } = node;
  return {
    key: id,
    title: (
      <>
        {title}
        {note === undefined ? null : <small className="grant-note engine-quiet">{note}</small>}
      </>
    ),
    ...(children === undefined ? { isLeaf: true } : { children: children.map(toTreeData) }),
  };
}

function everyNode(nodes: readonly GrantNode[]): readonly GrantNode[] {
  return nodes.flatMap((node) => [node, ...everyNode(node.children ?? [])]);
}
