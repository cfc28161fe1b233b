import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Select, Spin } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { titleOfValue } from '../../model/design/index.ts';
import type { EntityField } from '../../model/documents/index.ts';
import { FaultBlock, useEngine } from '../../react/index.ts';
import { FieldDialog } from './field-dialog.tsx';
import { type CustomEntity, type CustomFieldRow, type CustomFields, fieldsKey } from './field-wire.ts';
import { RetireDialog } from './retire-dialog.tsx';
import './fields.css';

type Open = { readonly what: 'edit' | 'retire' | 'remove'; readonly row?: CustomFieldRow } | undefined;

/** The fields made in the app, one entity at a time: make, change, retire, bring back, remove. */
export function FieldsPanel() {
  const { client } = useEngine();
  const queries = useQueryClient();
  const [name, setName] = useState<string>();
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useQuery({
    queryKey: fieldsKey,
    queryFn: ({ signal }) => client.callAt<CustomFields>('/v1/design/field/query', {}, { signal, quiet: true }),
    staleTime: 0,
  });
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spin />;
  const entity = data.entities.find((one) => one.name === name) ?? usualEntity(data);
  if (entity === undefined) return <p className="engine-quiet">没有您看得到的资料。</p>;
  const handleDone = () => {
    setOpen(undefined);
    void queries.invalidateQueries({ queryKey: fieldsKey });
  };
  return (
    <div className="custom-fields">
      <div className="custom-fields-head">
        <Select
          aria-label="资料"
          showSearch
          optionFilterProp="label"
          value={entity.name}
          options={data.entities.map((one) => ({ value: one.name, label: labelOf(one) }))}
          onChange={setName}
        />
        <Button type="primary" disabled={entity.fields.length >= entity.most} onClick={() => setOpen({ what: 'edit' })}>
          新增字段
        </Button>
        <span className="engine-quiet">
          随产品发布 {entity.shipped} 个字段；自定义 {entity.fields.length} 个，至多 {entity.most} 个
        </span>
      </div>
      <FieldLines entity={entity} onOpen={setOpen} onDone={handleDone} />
      {open?.what === 'edit' ? (
        <FieldDialog
          entity={entity}
          around={data}
          row={open.row}
          onSaved={handleDone}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open?.row !== undefined && open.what !== 'edit' ? (
        <RetireDialog
          entity={entity}
          row={open.row}
          kind={open.what}
          onDone={handleDone}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </div>
  );
}

/** The first that has fields of its own, else the first. */
function usualEntity({ entities }: CustomFields): CustomEntity | undefined {
  return entities.find(({ fields }) => fields.length > 0) ?? entities[0];
}

function labelOf({ title, fields }: CustomEntity): string {
  return fields.length === 0 ? title : `${title}（${fields.length}）`;
}

type LinesProps = {
  readonly entity: CustomEntity;
  readonly onOpen: (open: Open) => void;
  readonly onDone: () => void;
};

function FieldLines({ entity, onOpen, onDone }: LinesProps) {
  if (entity.fields.length === 0) return <p className="engine-quiet">还没有自定义字段。</p>;
  return (
    <ul aria-label="自定义字段">
      {entity.fields.map((row) => (
        <li key={row.key} className="engine-card">
          <strong>{row.title}</strong>
          <span>{titleOfValue('type', [], row.field.type) ?? row.field.type}</span>
          <span className="engine-quiet">{[row.key, ...wordsOf(row.field)].join(' · ')}</span>
          {row.status === 'active' ? null : (
            <span className="engine-tag">{row.status === 'retired' ? '已停用' : '删除中'}</span>
          )}
          {row.isAsleep ? <span className="engine-tag engine-tone-orange">休眠：所依附的内容已经没有了</span> : null}
          <LineActions entity={entity} row={row} onOpen={onOpen} onDone={onDone} />
        </li>
      ))}
    </ul>
  );
}

function wordsOf(field: EntityField): readonly string[] {
  const words = {
    required: '必填',
    unique: '不能重复',
    searchable: '可搜索',
    sortable: '可排序',
    mask: '遮盖',
  } as const;
  return Object.entries(words).flatMap(([name, word]) =>
    Object.entries(field).some(([key, value]) => key === name && value !== false) ? [word] : [],
  );
}

function LineActions({ entity, row, onOpen, onDone }: LinesProps & { readonly row: CustomFieldRow }) {
  const { client } = useEngine();
  const [refusal, setRefusal] = useState<string>();
  const restore = () => {
    const input = { entity: entity.name, key: row.key, version: row.version };
    client.callAt('/v1/design/field/restore', input, { quiet: true }).then(onDone, (error: unknown) => {
      if (!(error instanceof ApiRefusal)) throw error;
      setRefusal(error.message);
    });
  };
  const named = (label: string, handle: () => void) => (
    <Button type="link" size="small" aria-label={`${label}：${row.title}`} onClick={handle}>
      {label}
    </Button>
  );
  return (
    <span>
      {refusal === undefined ? null : <Alert type="error" message={refusal} />}
      {row.status === 'active' ? named('修改', () => onOpen({ what: 'edit', row })) : null}
      {row.status === 'active' ? named('停用', () => onOpen({ what: 'retire', row })) : null}
      {row.status === 'retired' ? named('恢复', restore) : null}
      {row.status === 'retired' ? named('删除', () => onOpen({ what: 'remove', row })) : null}
    </span>
  );
}
