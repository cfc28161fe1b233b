import { Radio, Select } from 'antd';
import { useMadeText } from '../texts/use-made-text.ts';
import { Field } from './field.tsx';
import type { EntityKind, Sources } from './made-types.ts';

/** Where a page comes from: an entity, or the numbers of a dataset. */
export type Source = { readonly kind: EntityKind | 'dashboard'; readonly name: string | undefined };

type Props = {
  readonly sources: Sources;
  readonly source: Source;
  /** What can be made of the chosen entity; undefined while none is chosen. */
  readonly kinds: readonly EntityKind[] | undefined;
  readonly onSource: (source: Source) => void;
};

const kindsOfPages = ['list', 'kanban', 'panorama', 'detail', 'form', 'dashboard'] as const;

/** Chooses what page is made, and of what. */
export function MadeSource({ sources, source, kinds, onSource }: Props) {
  const t = useMadeText();
  const { kind, name } = source;
  const isBoard = kind === 'dashboard';
  const of = t(isBoard ? 'designer.made.dataset' : 'designer.made.entity');
  const offered = isBoard ? sources.datasets : sources.entities;
  const choose = (value: unknown) => {
    const next = kindsOfPages.find((one) => one === value) ?? 'list';
    // Another page of the same entity needs no other choice of that.
    const stays = !isBoard && next !== 'dashboard';
    onSource({ kind: next, name: stays ? name : undefined });
  };
  return (
    <>
      <Field label={t('designer.made.what')}>
        <Radio.Group
          className="made-kinds"
          value={kind}
          onChange={(event) => choose(event.target.value)}
          options={kindsOfPages.map((one) => ({
            value: one,
            label: t(`designer.made.make.${one}`),
            disabled: one !== 'dashboard' && kinds !== undefined && !kinds.includes(one),
          }))}
        />
      </Field>
      <Field label={of}>
        <Select
          aria-label={of}
          showSearch
          optionFilterProp="label"
          placeholder={t('designer.made.onlyYours')}
          value={name ?? null}
          options={offered.map((one) => ({ value: one.name, label: one.title }))}
          onChange={(chosen: string) => onSource({ kind, name: chosen })}
        />
      </Field>
    </>
  );
}
