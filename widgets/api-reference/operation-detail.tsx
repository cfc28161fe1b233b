import { Descriptions, Tabs, Typography } from 'antd';
import type { Reference, ReferenceOperation } from './reference.ts';
import { SchemaTable } from './schema-table.tsx';
import { accessText, auditText, idempotencyText, type ReferenceText } from './texts.ts';
import { TryIt } from './try-it.tsx';
import { useReferenceText } from './use-reference-text.ts';

type OperationDetailProps = { readonly operation: ReferenceOperation; readonly reference: Reference };

/** One operation: who may call it, what it takes and answers, and a form to call it. */
export function OperationDetail({ operation, reference }: OperationDetailProps) {
  const t = useReferenceText();
  const { path, method, title, description, group, input, output } = operation;
  const audit = auditText(operation.audit, t);
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
        <Typography.Text code copyable={{ text: path, tooltips: [t('copyPath'), t('copied')] }}>
          {path}
        </Typography.Text>
      </p>
      {description !== undefined && <p>{description}</p>}
      <Descriptions size="small" column={3} items={[...factItems(operation, t)]} />
      <Tabs
        items={[
          {
            key: 'input',
            label: t('input'),
            children: <SchemaTable schema={input} reference={reference} nothing={t('noInput')} />,
          },
          {
            key: 'output',
            label: t('output'),
            children: <SchemaTable schema={output} reference={reference} nothing={t('noOutput')} />,
          },
          {
            key: 'try',
            label: t('try'),
            children: <TryIt key={path} operation={operation} reference={reference} />,
          },
        ]}
      />
    </section>
  );
}

function factItems({ access, permission, scope, idempotency }: ReferenceOperation, t: ReferenceText) {
  return [
    {
      key: 'access',
      label: t('access'),
      children: permission === undefined ? accessText(access, t) : <code>{permission}</code>,
    },
    { key: 'scope', label: t('scope'), children: scope === undefined ? t('noScope') : <code>{scope}</code> },
    { key: 'key', label: t('idempotency'), children: idempotencyText(idempotency, t) },
  ];
}
