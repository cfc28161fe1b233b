import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { NoChoices, useEngine } from '../../react/index.ts';
import { useDesignText } from '../texts/use-design-text.ts';

type Person = { readonly id: string; readonly name: string };
type Props = { readonly person: Person | undefined; readonly onPerson: (person: Person | undefined) => void };

/** Where every product lists who works with it. */
const peoplePath = '/v1/sys/user/query';

/** So wide is the list at least, in pixels: why it is empty has to fit in. */
const narrowest = 280;

/** Chooses a person to look as, of those the caller may list; the server decides whether he may. */
export function PreviewPerson({ person, onPerson }: Props) {
  const t = useDesignText();
  const { client } = useEngine();
  const [keyword, setKeyword] = useState('');
  const query = useQuery({
    queryKey: ['design', 'people', keyword],
    queryFn: ({ signal }) => {
      const input = {
        fields: ['name'],
        size: 20,
        count: 'none',
        ...(keyword === '' ? {} : { where: { search: keyword } }),
      };
      return client.callAt<{ readonly list: readonly Person[] }>(peoplePath, input, { signal, quiet: true });
    },
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching } = query;
  // Who may list nobody has nobody to choose.
  if (error instanceof ApiRefusal && error.isPermission) return null;
  const people = data?.list ?? [];
  // Whoever is chosen stays, though he is not among those looked for just now.
  const shown = person === undefined || people.some(({ id }) => id === person.id) ? people : [person, ...people];
  return (
    <Select
      allowClear
      showSearch
      aria-label={t('designer.preview.person')}
      placeholder={t('designer.preview.person')}
      className="design-preview-person"
      filterOption={false}
      popupMatchSelectWidth={narrowest}
      loading={isFetching}
      notFoundContent={<NoChoices query={query} />}
      onSearch={setKeyword}
      value={person?.id ?? null}
      options={shown.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id: string | null | undefined) => onPerson(shown.find((one) => one.id === id))}
    />
  );
}
