import { useQuery } from '@tanstack/react-query';
import { Alert, Input, Modal } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { bracketed, heldOpen, QueryState, titled, useEngine } from '../../react/index.ts';
import { useFieldsText } from '../texts/use-fields-text.ts';
import type { CustomEntity, CustomFieldRow, FieldUses } from './field-wire.ts';

type Props = {
  readonly entity: CustomEntity;
  readonly row: CustomFieldRow;
  /** Hidden with what it holds, or taken away for good. */
  readonly kind: 'retire' | 'remove';
  readonly onDone: () => void;
  readonly onRefused: () => void;
  readonly onClose: () => void;
};

/** Asks before a field is retired or removed: first where it is used, and how much it holds. */
export function RetireDialog({ entity, row, kind, onDone, onRefused, onClose }: Props) {
  const t = useFieldsText();
  const { client } = useEngine();
  const [title, setTitle] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const place = { entity: entity.name, key: row.key };
  const used = useQuery({
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
        onRefused();
      })
      .finally(() => setSending(false));
  };
  return (
    <Modal
      open
      title={t(isRemoval ? 'designer.fields.removeOf' : 'designer.fields.retireOf', { title: row.title })}
      okText={t(isRemoval ? 'designer.delete' : 'designer.retire')}
      cancelText={t('designer.cancel')}
      {...heldOpen(isSending)}
      okButtonProps={{ danger: isRemoval, disabled: used.data === undefined || (isRemoval && title !== row.title) }}
      onOk={send}
      onCancel={onClose}
    >
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} />}
      <p>{t(isRemoval ? 'designer.fields.removeHint' : 'designer.fields.retireHint')}</p>
      <QueryState query={used}>{(uses) => <Uses {...uses} />}</QueryState>
      {isRemoval ? (
        <Input
          aria-label={t('designer.fields.confirm')}
          placeholder={t('designer.fields.confirmHint', { title: row.title })}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      ) : null}
    </Modal>
  );
}

function Uses({ uses, rows }: FieldUses) {
  const t = useFieldsText();
  return (
    <section aria-label={t('designer.fields.where')}>
      <p>{rows === 0 ? t('designer.fields.noValues') : t('designer.fields.values', { count: rows })}</p>
      {uses.length === 0 ? null : (
        <ul>
          {uses.map(({ kind, name, detail, people }) => (
            <li key={`${kind} ${name} ${detail ?? ''} ${people ?? ''}`}>
              {titled(t(`designer.fields.use.${kind}`), name)}
              {detail === undefined ? '' : bracketed(detail)}
              {people === undefined ? '' : bracketed(t('designer.fields.people', { count: people }))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
