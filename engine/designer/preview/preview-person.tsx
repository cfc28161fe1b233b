import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useEngine } from '../../react/index.ts';
import { useDesignText } from '../texts/use-design-text.ts';

type Person = { readonly id: string; readonly name: string };
type Props = { readonly person: Person | undefined; readonly onPerson: (person: Person | undefined) => void };

/** Chooses a person to look as, of those the caller may list; the server decides whether he may. */
export function PreviewPerson({ person, onPerson }: Props) {
  const t = useDesignText();
  const { client } = useEngine();
  const [keyword, setKeyword] = useState('');
  const { data } = useQuery({
    queryKey: ['design', 'people', keyword],
    queryFn: ({ signal }) => {
      const input = { fields: ['name'], size: 20, ...(keyword === '' ? {} : { keyword }) };
      return client.callAt<{ readonly list: readonly Person[] }>('/v1/staff/query', input, { signal, quiet: true });
    },
  });
  const people = data?.list ?? [];
  // Who may list nobody has nobody to choose.
  if (data === undefined) return null;
  return (
    <Select
      allowClear
      showSearch
      aria-label={t('designer.preview.person')}
      placeholder={t('designer.preview.person')}
      className="design-preview-person"
      filterOption={false}
      onSearch={setKeyword}
      value={person?.id ?? null}
      options={people.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id: string | null | undefined) => onPerson(people.find((one) => one.id === id))}
    />
  );
}
