import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { ExpressionScope } from '../../model/check/index.ts';
import type { EntityDocument } from '../../model/documents/index.ts';
import { childRowsRead, parseExpression, pathsRead, type Scope, textLookups } from '../../model/expression/index.ts';
import { apiBase } from '../../model/naming/index.ts';
import { weekdaysOnly } from '../../model/time/index.ts';
import { NoChoices, useEngine } from '../../react/index.ts';
import { useDesignText } from '../texts/use-design-text.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Answer = { readonly list: readonly Row[] };

/** The record that expressions are worked out for, of those of its entity. */
type Sample = { readonly entity: string; readonly id: string; readonly label: string };
type Sampling = { readonly sample: Sample | undefined; readonly onSample: (sample: Sample | undefined) => void };

const SampleContext = createContext<Sampling>({ sample: undefined, onSample: () => undefined });

/** Keeps the record one picked for all expressions of the page, whatever is selected next. */
export function SampleRecord({ children }: { readonly children: ReactNode }) {
  const [sample, onSample] = useState<Sample>();
  const sampling = useMemo(() => ({ sample, onSample }), [sample]);
  return <SampleContext.Provider value={sampling}>{children}</SampleContext.Provider>;
}

/** What an expression can be tried out with: an entity whose records one picks, and what it reads of one. */
export type Trial = { readonly entity: EntityDocument; readonly paths: readonly string[] };

/** How an expression is tried out; undefined where it reads more than a record, or none, or is none yet. */
export function trialOf(source: string, scope: ExpressionScope | undefined): Trial | undefined {
  const entity = scope?.environment.record;
  const outcome = parseExpression(source);
  if (entity === undefined || !outcome.ok || entity.operations?.includes('query') !== true) return undefined;
  const { expression } = outcome;
  const others = (['form', 'row', 'old'] as const).flatMap((root) => pathsRead(expression, root));
  const rows = childRowsRead(expression, 'record').size + textLookups(source).size;
  const paths = pathsRead(expression, 'record');
  return paths.length === 0 || others.length + rows > 0 ? undefined : { entity, paths };
}

/** What the expression reads, of the record one picked, as asked; none while none is picked, it is not there yet, or is gone. */
export function useSampleScope(trial: Trial | undefined) {
  const { client, user } = useEngine();
  const { sample } = useContext(SampleContext);
  const id = sample?.entity === trial?.entity.name ? sample?.id : undefined;
  const query = useQuery({
    queryKey: ['design', 'sample', trial?.entity.name, id, trial?.paths],
    queryFn: ({ signal }) => {
      const where = { field: 'id', op: 'eq', value: id };
      const input = { fields: trial?.paths ?? [], size: 1, count: 'none', where };
      return client.callAt<Answer>(queryOf(trial), input, { signal, quiet: true });
    },
    enabled: trial !== undefined && id !== undefined,
    retry: false,
  });
  const record = query.data?.list[0];
  const scope = useMemo<Scope | undefined>(
    () => (record === undefined ? undefined : { record, user, now: new Date().toISOString(), calendar: weekdaysOnly }),
    [record, user],
  );
  return { scope, query, isGone: query.data !== undefined && record === undefined };
}

function queryOf(trial: Trial | undefined): string {
  return trial === undefined ? '' : `${apiBase(trial.entity)}/query`;
}

/** Picks the record an expression is worked out for, of those the caller may list. */
export function SamplePicker({ trial }: { readonly trial: Trial }) {
  const t = useDesignText();
  const { client } = useEngine();
  const { sample, onSample } = useContext(SampleContext);
  const [isOpen, setOpen] = useState(false);
  const [sought, setSought] = useState('');
  const { name, label, fields } = trial.entity;
  const isSearched = fields.some(({ searchable }) => searchable === true);
  const query = useQuery({
    queryKey: ['design', 'samples', name, sought],
    queryFn: ({ signal }) => {
      const input = {
        fields: [label],
        size: 20,
        count: 'none',
        ...(sought === '' ? {} : { where: { search: sought } }),
      };
      return client.callAt<Answer>(queryOf(trial), input, { signal, quiet: true });
    },
    enabled: isOpen,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const { data, isFetching } = query;
  const options = (data?.list ?? []).map((row) => ({ value: row.id, label: String(row[label] ?? row.id) }));
  const own = sample?.entity === name ? sample : undefined;
  return (
    <Select
      size="small"
      className="designer-wide"
      allowClear
      showSearch={isSearched}
      filterOption={false}
      loading={isFetching}
      notFoundContent={<NoChoices query={query} />}
      aria-label={t('designer.sample')}
      placeholder={t('designer.sample')}
      onDropdownVisibleChange={setOpen}
      onSearch={setSought}
      value={own === undefined ? null : { value: own.id, label: own.label }}
      labelInValue
      options={options}
      onChange={(chosen: { readonly value: string; readonly label: ReactNode } | null | undefined) =>
        onSample(chosen ? { entity: name, id: chosen.value, label: String(chosen.label) } : undefined)
      }
    />
  );
}
