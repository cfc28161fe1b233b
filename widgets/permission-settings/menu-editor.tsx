import { ArrowDownOutlined, ArrowUpOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { App, Button, Form, Input, Select, Space, Switch, Tree, type TreeDataNode, type TreeProps } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import type { MenuIconName } from '../../engine/model/documents/index.ts';
import { useEngine, useInTurn } from '../../engine/react/index.ts';
import { dropPlace, movedTo, type NodeChange, nodeNamed, stepped } from './menu-moves.ts';
import { apiOf, type Catalogue, type CataloguedNode, type PageCalls, useRefresh } from './permission-calls.ts';
import { type GrantText, useGrantText } from './use-grant-text.ts';

type EditorProps = { readonly catalogue: Catalogue; readonly calls: PageCalls };

const treeHeight = 560;
const steps = [
  { step: 'up', key: 'ArrowUp', icon: <ArrowUpOutlined aria-hidden="true" /> },
  { step: 'down', key: 'ArrowDown', icon: <ArrowDownOutlined aria-hidden="true" /> },
  { step: 'out', key: 'ArrowLeft', icon: <MenuFoldOutlined aria-hidden="true" /> },
  { step: 'in', key: 'ArrowRight', icon: <MenuUnfoldOutlined aria-hidden="true" /> },
] as const;

/** The menu of everybody: dragged or moved with the keyboard, and of each node what it is called and whether it shows. */
export function MenuEditor({ catalogue: { tree, root }, calls }: EditorProps) {
  const t = useGrantText();
  const save = useSave(calls);
  const [name, setName] = useState<string>();
  const node = name === undefined ? undefined : nodeNamed(tree, name);
  const isReadOnly = apiOf(calls, 'arrange') === undefined;
  const data = useMemo(() => tree.map((one) => toTreeData(one, t)), [tree, t]);
  const inTurn = useInTurn();
  const latest = useRef(tree);
  useEffect(() => {
    latest.current = tree;
  });
  const drop: TreeProps['onDrop'] = ({ dragNode, node: over, dropToGap, dropPosition }) => {
    const target = dropPlace(tree, root.name, String(over.key), dropToGap, dropPosition, String(dragNode.key));
    if (target !== undefined) void inTurn(() => save(movedTo(latest.current, root.name, String(dragNode.key), target)));
  };
  const move = (step: (typeof steps)[number]['step']) => {
    if (name !== undefined) void inTurn(() => save(stepped(latest.current, root.name, name, step)));
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
            {steps.map(({ step, key, icon }) => (
              <Button
                key={step}
                aria-label={t(`menu.${step}`)}
                title={t('menu.keys', { title: t(`menu.${step}`), key: key.replace('Arrow', '') })}
                icon={icon}
                disabled={isReadOnly || node === undefined}
                onClick={() => move(step)}
              />
            ))}
          </Space.Compact>
          <span className="engine-quiet">{t('menu.hint')}</span>
        </div>
        <div onKeyDownCapture={handleKey}>
          <Tree
            aria-label={t('menu')}
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
        <p className="engine-quiet grant-menu-hint">{t('menu.choose')}</p>
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

function toTreeData({ name, title, hidden, enabled, isChanged, children }: CataloguedNode, t: GrantText): TreeDataNode {
  return {
    key: name,
    title: (
      <>
        {title} <small className="engine-quiet">{name}</small>{' '}
        {hidden ? <span className="engine-tag engine-tone-gray">{t('menu.hidden')}</span> : null}
        {enabled ? null : <span className="engine-tag engine-tone-red">{t('menu.disabled')}</span>}
        {isChanged ? <span className="engine-tag engine-tone-blue">{t('menu.changed')}</span> : null}
      </>
    ),
    children: children.map((child) => toTreeData(child, t)),
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
const icons: readonly MenuIconName[] = [
  'bar-chart',
  'dashboard',
  'fund',
  'home',
  'idcard',
  'profile',
  'project',
  'read',
  'setting',
  'shopping-cart',
  'team',
];

type FormProps = {
  readonly node: CataloguedNode;
  readonly isReadOnly: boolean;
  readonly calls: PageCalls;
  readonly onSave: Save;
};

/** What one node is called and whether it shows; each change counts at once. */
function NodeForm({ node, isReadOnly, calls, onSave }: FormProps) {
  const t = useGrantText();
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
        <Form.Item label={t('menu.name')} htmlFor="grant-node-title">
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
        <Form.Item label={t('menu.icon')}>
          <Select
            aria-label={t('menu.icon')}
            allowClear
            placeholder={t('menu.noIcon')}
            disabled={isReadOnly}
            value={node.icon}
            options={icons.map((icon) => ({ value: icon, label: t(`icon.${icon}`) }))}
            onChange={(icon: string | undefined) => void onSave([{ name, icon: icon ?? null }])}
          />
        </Form.Item>
        <div className="grant-switches">
          {toggle(t('menu.enabled'), 'enabled')}
          {toggle(t('menu.hidden'), 'hidden')}
          {isGroup ? null : toggle(t('menu.keepAlive'), 'keepAlive')}
        </div>
        {node.isChanged && !isReadOnly ? <Button onClick={() => void reset()}>{t('menu.reset')}</Button> : null}
      </section>
    </Form>
  );
}
