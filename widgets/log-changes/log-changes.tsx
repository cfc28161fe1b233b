import { ArrowRightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import type { FieldChange } from '../../engine/model/wire/index.ts';
import { FaultBlock, formatMoment, toldValue, useEngine, type WidgetProps } from '../../engine/react/index.ts';
import './log-changes.css';

/** Opens what an entry of the operation log changed: every field with what it held before and after. */
export function LogChanges({ record, title }: WidgetProps) {
  const [isOpen, setOpen] = useState(false);
  if (record === undefined) return null;
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Modal
        open={isOpen}
        title={typeof record.value === 'string' ? record.value : title}
        width={720}
        footer={null}
        destroyOnHidden
        onCancel={() => setOpen(false)}
      >
        <Changes id={record.id} />
      </Modal>
    </>
  );
}

function Changes({ id }: { readonly id: string }) {
  const { client } = useEngine();
  const { data, error, refetch } = useQuery({
    queryKey: ['log-changes', id],
    queryFn: ({ signal }) => client.call('/v1/web/operation/log/changes/view', { id }, { signal, quiet: true }),
  });
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active />;
  const changes = data?.changes ?? [];
  const rows = data?.rows ?? [];
  return (
    <>
      {data === null ? null : (
        <Descriptions
          size="small"
          column={2}
          items={[
            { key: 'staff', label: '操作人', children: data.staff?.name ?? '系统' },
            { key: 'at', label: '时间', children: formatMoment(data.at) },
            { key: 'entity', label: '对象', children: data.entity },
            { key: 'id', label: '编号', children: <span className="engine-code">{data.entityId}</span> },
          ]}
        />
      )}
      {changes.length + rows.length === 0 ? <p className="engine-quiet">这条日志没有记下字段的变化。</p> : null}
      {changes.length === 0 ? null : <ChangeTable changes={changes} />}
      {rows.map((child) =>
        child.rows.map((row) => (
          <section key={row.id}>
            <h3 className="log-changes-child">{`${child.title} · ${kinds[row.kind]}`}</h3>
            <ChangeTable changes={row.changes} />
          </section>
        )),
      )}
    </>
  );
}

const kinds = { added: '新增', removed: '删除', changed: '修改' } as const;

function ChangeTable({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <table className="log-changes">
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">变更前</th>
          <th scope="col">变更后</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.key}>
            <th scope="row">{change.title}</th>
            <td>
              <del>{wordsOf(change, 'before')}</del>
            </td>
            <td>
              <ArrowRightOutlined aria-hidden="true" className="engine-quiet" /> <ins>{wordsOf(change, 'after')}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const empty = '（空）';

/** A value in words: as the server tells it, or as it stands. */
function wordsOf(change: FieldChange, side: 'before' | 'after'): string {
  const told = side === 'before' ? change.beforeText : change.afterText;
  if (told !== undefined) return told === '' ? empty : told;
  const value = change[side];
  if (value === null || value === undefined || value === '') return empty;
  return toldValue(change.type, value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
}
