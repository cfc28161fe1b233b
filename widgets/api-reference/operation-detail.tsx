import { Descriptions, Tabs, Typography } from 'antd';
import type { Reference, ReferenceOperation } from './reference.ts';
import { SchemaTable } from './schema-table.tsx';
import { accessTexts, auditTexts, idempotencyTexts } from './texts.ts';
import { TryIt } from './try-it.tsx';

type OperationDetailProps = { readonly operation: ReferenceOperation; readonly reference: Reference };

/** One operation: who may call it, what it takes and answers, and a form to call it. */
export function OperationDetail({ operation, reference }: OperationDetailProps) {
  const { path, method, title, description, group, input, output } = operation;
  const audit = auditTexts[operation.audit];
  return (
    <section className="api-detail engine-card" aria-labelledby="api-title">
      <header>
        <h2 id="api-title">
          {group} · {title}
        </h2>
        {audit !== undefined && <span className={`engine-tag engine-tone-${audit.tone}`}>{audit.text}</span>}
      </header>
      <p className="api-address">
        <span className="engine-tag engine-tone-default">{method}</span>
        <Typography.Text code copyable={{ text: path, tooltips: ['复制路径', '已复制'] }}>
          {path}
        </Typography.Text>
      </p>
      {description !== undefined && <p>{description}</p>}
      <Descriptions size="small" column={3} items={[...factItems(operation)]} />
      <Tabs
        items={[
          {
            key: 'input',
            label: '入参',
            children: <SchemaTable schema={input} reference={reference} nothing="没有入参" />,
          },
          {
            key: 'output',
            label: '回答的数据',
            children: <SchemaTable schema={output} reference={reference} nothing="没有数据，或是文件与事件流" />,
          },
          {
            key: 'try',
            label: '试一试',
            children: <TryIt key={path} operation={operation} reference={reference} />,
          },
        ]}
      />
    </section>
  );
}

function factItems({ access, permission, scope, idempotency }: ReferenceOperation) {
  return [
    {
      key: 'access',
      label: '谁可以调用',
      children: permission === undefined ? (accessTexts[access] ?? access) : <code>{permission}</code>,
    },
    { key: 'scope', label: '行范围', children: scope === undefined ? '不涉及' : <code>{scope}</code> },
    { key: 'key', label: '重复提交', children: idempotencyTexts[idempotency] ?? idempotency },
  ];
}
