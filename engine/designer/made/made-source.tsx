import { Radio, Select } from 'antd';
import { Field } from './field.tsx';
import type { Sources } from './made-types.ts';

/** Where a page comes from: rows of an entity, or the numbers of a dataset. */
export type Source = { readonly kind: 'list' | 'dashboard'; readonly name: string | undefined };

type Props = {
  readonly sources: Sources;
  readonly source: Source;
  readonly onSource: (source: Source) => void;
};

/** Chooses where a new page comes from. */
export function MadeSource({ sources, source, onSource }: Props) {
  const { kind, name } = source;
  const offered = kind === 'list' ? sources.entities : sources.datasets;
  return (
    <>
      <Field label="做什么页面">
        <Radio.Group
          value={kind}
          onChange={(event) =>
            onSource({ kind: event.target.value === 'list' ? 'list' : 'dashboard', name: undefined })
          }
          options={[
            { value: 'list', label: '列表（资料的行）' },
            { value: 'dashboard', label: '看板（数据集的数字）' },
          ]}
        />
      </Field>
      <Field label={kind === 'list' ? '资料' : '数据集'}>
        <Select
          aria-label={kind === 'list' ? '资料' : '数据集'}
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
