import { ArrowRightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import type { FieldChange } from '../../engine/model/wire/index.ts';
import { FaultBlock, formatMoment, toldValue, useEngine, type WidgetProps } from '../../engine/react/index.ts';
import './log-changes.css';
import { useChangesText } from './use-changes-text.ts';

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
  const t = useChangesText();
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
            { key: 'staff', label: t('staff'), children: data.staff?.name ?? t('system') },
            { key: 'at', label: t('at'), children: formatMoment(data.at) },
            { key: 'entity', label: t('entity'), children: data.entity },
            { key: 'id', label: t('id'), children: <span className="engine-code">{data.entityId}</span> },
          ]}
        />
      )}
      {changes.length + rows.length === 0 ? <p className="engine-quiet">{t('none')}</p> : null}
      {changes.length === 0 ? null : <ChangeTable changes={changes} />}
      {rows.map((child) =>
        child.rows.map((row) => (
          <section key={row.id}>
            <h3 className="log-changes-child">{`${child.title} · ${t(row.kind)}`}</h3>
            <ChangeTable changes={row.changes} />
          </section>
        )),
      )}
    </>
  );
}

function ChangeTable({ changes }: { readonly changes: readonly FieldChange[] }) {
  const t = useChangesText();
  return (
    <table className="log-changes">
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.key}>
            <th scope="row">{change.title}</th>
            <td>
              <del>{wordsOf(change, 'before') ?? t('empty')}</del>
            </td>
            <td>
              <ArrowRightOutlined aria-hidden="true" className="engine-quiet" />{' '}
              <ins>{wordsOf(change, 'after') ?? t('empty')}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value in words: as the server tells it, or as it stands; undefined where there is none. */
function wordsOf(change: FieldChange, side: 'before' | 'after'): string | undefined {
  const told = side === 'before' ? change.beforeText : change.afterText;
  if (told !== undefined) return told === '' ? undefined : told;
  const value = change[side];
  if (value === null || value === undefined || value === '') return undefined;
  return toldValue(change.type, value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
}
