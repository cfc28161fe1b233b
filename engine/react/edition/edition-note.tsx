import { HistoryOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { EditionStates, EntityModel } from '../../model/entity/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { lineText } from '../fields/plain/plain-renderers.ts';
import { useEngine } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import './edition.css';
import { useEditions } from './use-editions.ts';

type Props = { readonly entity: EntityModel; readonly states: EditionStates; readonly record: WireRecord };

/** Which edition the record is, and all others of the same the reader may see, each one click away. */
export function EditionNote({ entity, states, record }: Props) {
  const { t, open } = useEngine();
  const page = usePageRuntime();
  const { others, hasFailed, retry } = useEditions(entity, states, record);
  const nameOf = (row: WireRecord) => {
    const field = entity.fields.get(states.machine.field);
    const state = field === undefined ? undefined : lineText(field, field.key, row, page.context);
    return t('engine.edition.one', { number: Number(row[states.number] ?? 0), state: state ?? '' });
  };
  return (
    <section className="engine-card engine-record-editions" aria-label={t('engine.edition.title')}>
      <HistoryOutlined aria-hidden="true" />
      <strong>{nameOf(record)}</strong>
      {others === undefined ? (
        hasFailed && (
          <Button size="small" type="link" onClick={retry}>
            {t('engine.edition.failed')}
          </Button>
        )
      ) : others.length === 0 ? (
        <span className="engine-record-editions-none">{t('engine.edition.only')}</span>
      ) : (
        <>
          <span>{t('engine.edition.others')}</span>
          {others.map((row) => (
            <Button key={row.id} size="small" type="link" onClick={() => open(page.name, { id: row.id })}>
              {nameOf(row)}
            </Button>
          ))}
        </>
      )}
    </section>
  );
}
