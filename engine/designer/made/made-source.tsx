import { Radio, Select } from 'antd';
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

const kindsOfPages = [
  { value: 'list', label: '列表（资料的行）' },
  { value: 'kanban', label: '看板（按状态分栏的卡片）' },
  { value: 'panorama', label: '全景（一条记录与有关的一切）' },
  { value: 'detail', label: '详情（一条记录）' },
  { value: 'form', label: '表单（新增一条）' },
  { value: 'dashboard', label: '数据看板（数据集的数字）' },
] as const;

/** Chooses what page is made, and of what. */
export function MadeSource({ sources, source, kinds, onSource }: Props) {
  const { kind, name } = source;
  const isBoard = kind === 'dashboard';
  const offered = isBoard ? sources.datasets : sources.entities;
  const choose = (value: unknown) => {
    const next = kindsOfPages.find((one) => one.value === value)?.value ?? 'list';
    // Another page of the same entity needs no other choice of that.
    const stays = !isBoard && next !== 'dashboard';
    onSource({ kind: next, name: stays ? name : undefined });
  };
  return (
    <>
      <Field label="做什么页面">
        <Radio.Group
          className="made-kinds"
          value={kind}
          onChange={(event) => choose(event.target.value)}
          options={kindsOfPages.map((one) => ({
            ...one,
            disabled: one.value !== 'dashboard' && kinds !== undefined && !kinds.includes(one.value),
          }))}
        />
      </Field>
      <Field label={isBoard ? '数据集' : '资料'}>
        <Select
          aria-label={isBoard ? '数据集' : '资料'}
          showSearch
          optionFilterProp="label"
          placeholder="只列出您可以查询的"
          value={name ?? null}
          options={offered.map((one) => ({ value: one.name, label: one.title }))}
          onChange={(chosen: string) => onSource({ kind, name: chosen })}
        />
      </Field>
    </>
  );
}
