import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useText } from '../host/engine-context.tsx';
import { deepest, maxConditions } from './advanced.ts';
import { type DraftGroup, isDraftGroup, newCondition, newGroup } from './advanced-draft.ts';
import { ConditionLine } from './condition-line.tsx';
import type { DraftItem, GroupTools } from './group-tools.ts';
import './conditions.css';

type ConditionGroupProps = { readonly group: DraftGroup; readonly tools: GroupTools; readonly depth: number };

/** Conditions of which all or any must hold. */
export function ConditionGroup({ group, tools, depth }: ConditionGroupProps) {
  const t = useText();
  const change = (make: (group: DraftGroup) => DraftGroup | undefined) =>
    tools.change(group.id, (item) => (isDraftGroup(item) ? make(item) : item));
  const add = (items: readonly DraftItem[]) => change((before) => ({ ...before, items: [...before.items, ...items] }));
  return (
    <fieldset className="engine-condition-group" data-depth={depth}>
      <legend className="engine-said">{t(depth === 1 ? 'engine.advanced.title' : 'engine.advanced.group')}</legend>
      <div className="engine-condition-match">
        {t('engine.advanced.matchBefore')}
        <Select
          size="small"
          aria-label={t('engine.advanced.match')}
          value={group.match}
          onChange={(match: DraftGroup['match']) => change((before) => ({ ...before, match }))}
          options={[
            { value: 'and', label: t('engine.advanced.all') },
            { value: 'or', label: t('engine.advanced.any') },
          ]}
        />
        {t('engine.advanced.matchAfter')}
        {depth === 1 ? null : (
          <Button
            type="text"
            size="small"
            className="engine-condition-remove"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('engine.advanced.removeGroup')}
            onClick={() => tools.change(group.id, () => undefined)}
          />
        )}
      </div>
      {group.items.map((item, index) =>
        isDraftGroup(item) ? (
          <ConditionGroup key={item.id} group={item} tools={tools} depth={depth + 1} />
        ) : (
          <ConditionLine key={item.id} condition={item} place={index + 1} tools={tools} />
        ),
      )}
      <div className="engine-condition-add">
        <Button
          type="link"
          size="small"
          icon={<PlusOutlined aria-hidden="true" />}
          disabled={tools.isFull}
          onClick={() => add(newCondition(tools.fields))}
        >
          {t('engine.advanced.add')}
        </Button>
        {depth < deepest ? (
          <Button
            type="link"
            size="small"
            icon={<PlusOutlined aria-hidden="true" />}
            disabled={tools.isFull}
            onClick={() => add([newGroup(tools.fields)])}
          >
            {t('engine.advanced.addGroup')}
          </Button>
        ) : null}
        {tools.isFull ? (
          <span className="engine-quiet">{t('engine.advanced.full', { count: maxConditions })}</span>
        ) : null}
      </div>
    </fieldset>
  );
}
