import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { titleOfValue } from '../../model/design/index.ts';
import type { EntityField } from '../../model/documents/index.ts';
import { bracketed, QueryState, titled, useEngine } from '../../react/index.ts';
import { type FieldsText, useFieldsText } from '../texts/use-fields-text.ts';
import { FieldDialog } from './field-dialog.tsx';
import { type CustomEntity, type CustomFieldRow, type CustomFields, fieldsKey } from './field-wire.ts';
import { RetireDialog } from './retire-dialog.tsx';
import './fields.css';

/** What is asked of a field, by its key; of none where a new one is made. */
type Open = { readonly what: 'edit' | 'retire' | 'remove'; readonly field?: string } | undefined;

/** The fields made in the app, one entity at a time: make, change, retire, bring back, remove. */
export function FieldsPanel() {
  const { client } = useEngine();
  const fields = useQuery({
    queryKey: fieldsKey,
    queryFn: ({ signal }) => client.callAt<CustomFields>('/v1/design/field/query', {}, { signal, quiet: true }),
    staleTime: 0,
  });
  return <QueryState query={fields}>{(data) => <Fields data={data} />}</QueryState>;
}

function Fields({ data }: { readonly data: CustomFields }) {
  const t = useFieldsText();
  const queries = useQueryClient();
  const [name, setName] = useState<string>();
  const [open, setOpen] = useState<Open>();
  const entity = data.entities.find((one) => one.name === name) ?? usualEntity(data);
  if (entity === undefined) return <p className="engine-quiet">{t('designer.fields.none')}</p>;
  // Also after a refusal: somebody else may have changed it.
  const renew = () => void queries.invalidateQueries({ queryKey: fieldsKey });
  const handleDone = () => {
    setOpen(undefined);
    renew();
  };
  const row = entity.fields.find(({ key }) => key === open?.field);
  return (
    <div className="custom-fields">
      <div className="custom-fields-head">
        <Select
          aria-label={t('designer.fields.entity')}
          showSearch
          optionFilterProp="label"
          value={entity.name}
          options={data.entities.map((one) => ({ value: one.name, label: labelOf(one) }))}
          onChange={setName}
        />
        <Button type="primary" disabled={entity.fields.length >= entity.most} onClick={() => setOpen({ what: 'edit' })}>
          {t('designer.fields.add')}
        </Button>
        <span className="engine-quiet">
          {t('designer.fields.counts', { shipped: entity.shipped, own: entity.fields.length, most: entity.most })}
        </span>
      </div>
      <FieldLines entity={entity} onOpen={setOpen} onRenew={renew} />
      {open?.what === 'edit' ? (
        <FieldDialog
          entity={entity}
          around={data}
          row={row}
          onSaved={handleDone}
          onRefused={renew}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open !== undefined && row !== undefined && open.what !== 'edit' ? (
        <RetireDialog
          entity={entity}
          row={row}
          kind={open.what}
          onDone={handleDone}
          onRefused={renew}
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
  return fields.length === 0 ? title : `${title}${bracketed(String(fields.length))}`;
}

type LinesProps = {
  readonly entity: CustomEntity;
  readonly onOpen: (open: Open) => void;
  readonly onRenew: () => void;
};

function FieldLines({ entity, onOpen, onRenew }: LinesProps) {
  const t = useFieldsText();
  if (entity.fields.length === 0) return <p className="engine-quiet">{t('designer.fields.empty')}</p>;
  return (
    <ul aria-label={t('designer.all.fields')}>
      {entity.fields.map((row) => (
        <li key={row.key} className="engine-card">
          <strong>{row.title}</strong>
          <span>{titleOfValue('type', [], row.field.type) ?? row.field.type}</span>
          <span className="engine-quiet">{[row.key, ...wordsOf(row.field, t)].join(' · ')}</span>
          {row.status === 'active' ? null : (
            <span className="engine-tag">
              {t(row.status === 'retired' ? 'designer.fields.retired' : 'designer.fields.removing')}
            </span>
          )}
          {row.isAsleep ? <span className="engine-tag engine-tone-orange">{t('designer.fields.asleep')}</span> : null}
          <LineActions entity={entity} row={row} onOpen={onOpen} onRenew={onRenew} />
        </li>
      ))}
    </ul>
  );
}

const told = ['required', 'unique', 'searchable', 'sortable', 'mask'] as const;

function wordsOf(field: EntityField, t: FieldsText): readonly string[] {
  const isSet = (name: string) => Object.entries(field).some(([key, value]) => key === name && value !== false);
  return told.filter(isSet).map((name) => t(`designer.fields.is.${name}`));
}

function LineActions({ entity, row, onOpen, onRenew }: LinesProps & { readonly row: CustomFieldRow }) {
  const t = useFieldsText();
  const { client } = useEngine();
  const [refusal, setRefusal] = useState<string>();
  const restore = () => {
    const input = { entity: entity.name, key: row.key, version: row.version };
    client.callAt('/v1/design/field/restore', input, { quiet: true }).then(onRenew, (error: unknown) => {
      if (!(error instanceof ApiRefusal)) throw error;
      setRefusal(error.message);
      onRenew();
    });
  };
  const named = (label: string, handle: () => void) => (
    <Button type="link" size="small" aria-label={titled(label, row.title)} onClick={handle}>
      {label}
    </Button>
  );
  return (
    <span>
      {refusal === undefined ? null : <Alert type="error" message={refusal} />}
      {row.status === 'active'
        ? named(t('designer.fields.change'), () => onOpen({ what: 'edit', field: row.key }))
        : null}
      {row.status === 'active' ? named(t('designer.retire'), () => onOpen({ what: 'retire', field: row.key })) : null}
      {row.status === 'retired' ? named(t('designer.restore'), restore) : null}
      {row.status === 'retired' ? named(t('designer.delete'), () => onOpen({ what: 'remove', field: row.key })) : null}
    </span>
  );
}
