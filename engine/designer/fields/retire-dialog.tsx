import { useQuery } from '@tanstack/react-query';
import { Alert, Input, Modal, Spin } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { FaultBlock, useEngine } from '../../react/index.ts';
import type { CustomEntity, CustomFieldRow, FieldUses } from './field-wire.ts';

type Props = {
  readonly entity: CustomEntity;
  readonly row: CustomFieldRow;
  /** Hidden with what it holds, or taken away for good. */
  readonly kind: 'retire' | 'remove';
  readonly onDone: () => void;
  readonly onClose: () => void;
};

const kinds = { page: '页面设计', draft: '草稿', view: '保存的视图', analysis: '分析' } as const;

/** Asks before a field is retired or removed: first where it is used, and how much it holds. */
export function RetireDialog({ entity, row, kind, onDone, onClose }: Props) {
  const { client } = useEngine();
  const [title, setTitle] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const place = { entity: entity.name, key: row.key };
  const { data, error, refetch } = useQuery({
    queryKey: ['design', 'field-uses', entity.name, row.key],
    queryFn: () => client.callAt<FieldUses>('/v1/design/field/use/query', place, { quiet: true }),
    staleTime: 0,
  });
  const isRemoval = kind === 'remove';
  const send = () => {
    setSending(true);
    const input = { ...place, version: row.version, ...(isRemoval ? { title } : {}) };
    client
      .callAt(`/v1/design/field/${kind}`, input, { quiet: true })
      .then(onDone, (failed: unknown) => {
        if (!(failed instanceof ApiRefusal)) throw failed;
        setRefusal(failed.message);
      })
      .finally(() => setSending(false));
  };
  return (
    <Modal
      open
      title={`${isRemoval ? '删除' : '停用'}字段：${row.title}`}
      okText={isRemoval ? '删除' : '停用'}
      cancelText="取消"
      confirmLoading={isSending}
      okButtonProps={{ danger: isRemoval, disabled: data === undefined || (isRemoval && title !== row.title) }}
      onOk={send}
      onCancel={onClose}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} />}
      <p>
        {isRemoval
          ? '先把每条记录的值写成文件（在后台任务中下载），再删除这个字段。不能撤销。'
          : '页面、接口、导入与导出里不再有它；数据留着，随时可以恢复。'}
      </p>
      {error !== null ? <FaultBlock error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? error === null ? <Spin /> : null : <Uses {...data} />}
      {isRemoval ? (
        <Input
          aria-label="字段名称"
          placeholder={`输入“${row.title}”以确认`}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      ) : null}
    </Modal>
  );
}

function Uses({ uses, rows }: FieldUses) {
  return (
    <section aria-label="用在哪里">
      <p>{rows === 0 ? '没有记录填过它。' : `${rows} 条记录有值。`}</p>
      {uses.length === 0 ? null : (
        <ul>
          {uses.map(({ kind, name, detail }) => (
            <li key={`${kind} ${name} ${detail ?? ''}`}>
              {kinds[kind]}：{name}
              {detail === undefined ? '' : `（${detail}）`}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
