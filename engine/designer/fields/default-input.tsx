import { Input, Select } from 'antd';
import { useText } from '../../react/index.ts';
import { useFieldsText } from '../texts/use-fields-text.ts';
import type { ChoiceList } from './field-wire.ts';

type DefaultInputProps = {
  readonly type: string;
  /** The dictionary the field chooses from; undefined for one of another type, and before it is said. */
  readonly dictionary: unknown;
  readonly dictionaries: readonly ChoiceList[];
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
};

/** What a field begins with: chosen where it has something to choose from, typed otherwise. */
export function DefaultInput({ type, dictionary, dictionaries, typed, onTyped }: DefaultInputProps) {
  const t = useFieldsText();
  const words = useText();
  const label = t('designer.fields.default');
  if (type !== 'bool' && type !== 'enum')
    return <Input aria-label={label} value={typed} onChange={(event) => onTyped(event.target.value)} />;
  const values = dictionaries.find(({ name }) => name === dictionary)?.values ?? [];
  const options =
    type === 'enum'
      ? values.map(({ key, title }) => ({ value: key, label: title }))
      : [true, false].map((is) => ({ value: String(is), label: words(is ? 'engine.yes' : 'engine.no') }));
  return (
    <Select
      aria-label={label}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder={t('designer.fields.noDefault')}
      value={typed === '' ? undefined : typed}
      options={options}
      onChange={(chosen: string | undefined) => onTyped(chosen ?? '')}
    />
  );
}
