import { ArrowDownOutlined, ArrowUpOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { App, Button, Form, Input, Select, Space, Switch, Tree, type TreeDataNode, type TreeProps } from 'antd';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import type { MenuIconName } from '../../engine/model/documents/index.ts';
import { useEngine } from '../../engine/react/index.ts';
import { dropPlace, movedTo, type NodeChange, nodeNamed, stepped } from './menu-moves.ts';
import { apiOf, type Catalogue, type CataloguedNode, type PageCalls, useRefresh } from './permission-calls.ts';

type EditorProps = { readonly catalogue: Catalogue; readonly calls: PageCalls };

const treeHeight = 560;
const steps = [
  { step: 'up', title: '上移', key: 'ArrowUp', icon: <ArrowUpOutlined aria-hidden="true" /> },
  { step: 'down', title: '下移', key: 'ArrowDown', icon: <ArrowDownOutlined aria-hidden="true" /> },
  { step: 'out', title: '移出分组', key: 'ArrowLeft', icon: <MenuFoldOutlined aria-hidden="true" /> },
  { step: 'in', title: '移入上一个分组', key: 'ArrowRight', icon: <MenuUnfoldOutlined aria-hidden="true" /> },
] as const;

/** The menu of everybody: dragged or moved with the keyboard, and of each node what it is called and whether it shows. */
export function MenuEditor({ catalogue: { tree, root }, calls }: EditorProps) {
  const save = useSave(calls);
  const [name, setName] = useState<string>();
  const node = name === undefined ? undefined : nodeNamed(tree, name);
  const isReadOnly = apiOf(calls, 'arrange') === undefined;
  const data = useMemo(() => tree.map(toTreeData), [tree]);
  const drop: TreeProps['onDrop'] = ({ dragNode, node: over, dropToGap, dropPosition }) => {
    const target = dropPlace(tree, root.name, String(over.key), dropToGap, dropPosition, String(dragNode.key));
    if (target !== undefined) void save(movedTo(tree, root.name, String(dragNode.key), target));
  };
  const move = (step: (typeof steps)[number]['step']) => {
    if (name !== undefined) void save(stepped(tree, root.name, name, step));
  };
  const handleKey = (event: KeyboardEvent) => {
    const wanted = event.altKey ? steps.find(({ key }) => key === event.key) : undefined;
    if (wanted === undefined || isReadOnly) return;
    event.preventDefault();
    event.stopPropagation();
    move(wanted.step);
  };
  return (
    <div className="grant-menu">
      <div className="grant-menu-tree">
        <div className="grant-tools">
          <Space.Compact>
            {steps.map(({ step, title, key, icon }) => (
              <Button
                key={step}
                aria-label={title}
                title={`${title}（Alt+${key.replace('Arrow', '')}）`}
                icon={icon}
                disabled={isReadOnly || node === undefined}
                onClick={() => move(step)}
              />
            ))}
          </Space.Compact>
          <span className="engine-quiet">拖动，或选中后用 Alt 加方向键移动</span>
        </div>
        <div onKeyDownCapture={handleKey}>
          <Tree
            aria-label="菜单"
            height={treeHeight}
            blockNode
            defaultExpandAll
            draggable={isReadOnly ? false : { icon: false }}
            treeData={data}
            selectedKeys={name === undefined ? [] : [name]}
            onSelect={([key]) => setName(key === undefined ? undefined : String(key))}
            onDrop={drop}
          />
        </div>
      </div>
      {node === undefined ? (
        <p className="engine-quiet grant-menu-hint">选中一个菜单，调整它的名称、图标与显示</p>
      ) : (
        <NodeForm
          key={`${node.name} ${JSON.stringify([node.title, node.icon, node.isChanged])}`}
          node={node}
          isReadOnly={isReadOnly}
          calls={calls}
          onSave={save}
        />
      )}
    </div>
  );
}

function toTreeData({ name, title, hidden, enabled, isChanged, children }: CataloguedNode): TreeDataNode {
  return {
    key: name,
    title: (
      <>
        {title} <small className="engine-quiet">{name}</small>{' '}
        {hidden ? <span className="engine-tag engine-tone-gray">隐藏</span> : null}
        {enabled ? null : <span className="engine-tag engine-tone-red">停用</span>}
        {isChanged ? <span className="engine-tag engine-tone-blue">已调整</span> : null}
      </>
    ),
    children: children.map(toTreeData),
  };
}

type Save = (nodes: readonly NodeChange[]) => Promise<void>;

function useSave(calls: PageCalls): Save {
  const { message } = App.useApp();
  const { client } = useEngine();
  const refresh = useRefresh();
  return async (nodes) => {
    if (nodes.length === 0) return;
    try {
      const options = { page: calls.page, idempotencyKey: crypto.randomUUID(), quiet: true };
      await client.callAt(apiOf(calls, 'arrange') ?? '', { nodes }, options);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      void message.error(error.message);
    }
    await refresh();
  };
}

/** Icons the shell knows by name. */
const icons: Readonly<Record<MenuIconName, string>> = {
  'bar-chart': '柱图',
  dashboard: '仪表盘',
  fund: '走势',
  home: '首页',
  idcard: '证件',
  profile: '单据',
  project: '项目',
  read: '阅读',
  setting: '设置',
  'shopping-cart': '购物车',
  team: '人员',
};

type FormProps = {
  readonly node: CataloguedNode;
  readonly isReadOnly: boolean;
  readonly calls: PageCalls;
  readonly onSave: Save;
};

/** What one node is called and whether it shows; each change counts at once. */
function NodeForm({ node, isReadOnly, calls, onSave }: FormProps) {
  const { client } = useEngine();
  const refresh = useRefresh();
  const { name, isGroup } = node;
  const [title, setTitle] = useState(node.title);
  const keepTitle = () => {
    if (title.trim() !== '' && title !== node.title) void onSave([{ name, title: title.trim() }]);
  };
  const reset = async () => {
    await client.callAt(
      apiOf(calls, 'reset') ?? '',
      { name },
      { page: calls.page, idempotencyKey: crypto.randomUUID() },
    );
    await refresh();
  };
  const toggle = (label: string, key: 'hidden' | 'keepAlive' | 'enabled') => (
    <Form.Item label={label}>
      <Switch
        aria-label={label}
        disabled={isReadOnly}
        checked={node[key]}
        onChange={(isOn) => void onSave([{ name, [key]: isOn }])}
      />
    </Form.Item>
  );
  return (
    <Form component={false} layout="vertical">
      <section className="grant-node" aria-label={node.title}>
        <Form.Item label="名称" htmlFor="grant-node-title">
          <Input
            id="grant-node-title"
            maxLength={50}
            disabled={isReadOnly}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            onBlur={keepTitle}
            onPressEnter={keepTitle}
          />
        </Form.Item>
        <Form.Item label="图标">
          <Select
            aria-label="图标"
            allowClear
            placeholder="无"
            disabled={isReadOnly}
            value={node.icon}
            options={Object.entries(icons).map(([value, label]) => ({ value, label }))}
            onChange={(icon: string | undefined) => void onSave([{ name, icon: icon ?? null }])}
          />
        </Form.Item>
        <div className="grant-switches">
          {toggle('启用', 'enabled')}
          {toggle('隐藏', 'hidden')}
          {isGroup ? null : toggle('离开后保留', 'keepAlive')}
        </div>
        {node.isChanged && !isReadOnly ? <Button onClick={() => void reset()}>恢复默认</Button> : null}
      </section>
    </Form>
  );
}
