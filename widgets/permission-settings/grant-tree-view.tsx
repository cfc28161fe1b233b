import { Checkbox, Input, Tree, type TreeDataNode } from 'antd';
import { type Key, useMemo, useState } from 'react';
import { filtered, type GrantNode, granted, grantTree, type Held, isHeld, leavesOf, taken } from './grant-tree.ts';
import type { Catalogue } from './permission-calls.ts';

type TreeProps = {
  readonly catalogue: Catalogue;
  readonly held: Held;
  readonly isReadOnly: boolean;
  readonly onChange: (held: Held) => void;
};

const treeHeight = 520;

/** Menu, pages and buttons with a box each: full, half or empty; a search, and only what is granted if asked. */
export function GrantTree({ catalogue, held, isReadOnly, onChange }: TreeProps) {
  const [words, setWords] = useState('');
  const [isOnlyHeld, setOnlyHeld] = useState(false);
  const [opened, setOpened] = useState<readonly Key[]>([]);
  const all = useMemo(() => grantTree(catalogue), [catalogue]);
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
          aria-label="查找页面或按钮"
          placeholder="查找页面或按钮"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Checkbox checked={isOnlyHeld} onChange={(event) => setOnlyHeld(event.target.checked)}>
          只看已授权
        </Checkbox>
      </div>
      {shown.length === 0 ? (
        <p className="engine-quiet">没有符合的页面或按钮</p>
      ) : (
        <Tree
          className="grant-tree"
          aria-label="页面与按钮"
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
