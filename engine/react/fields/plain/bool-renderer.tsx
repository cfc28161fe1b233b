import { Select } from 'antd';
import { formats } from '../../formats/formats.ts';
import { useText } from '../../host/engine-context.tsx';
import { valueAt } from '../../record/record-path.ts';
import {
  emptyText,
  type FieldRenderer,
  type FilterProps,
  type FilterTextProps,
  type ValueProps,
} from '../renderer/field-renderer.ts';

function text({ path, record }: ValueProps): string {
  const value = valueAt(record, path);
  const [yes, no] = formats().answers;
  return typeof value === 'boolean' ? (value ? yes : no) : emptyText;
}

function BoolCell({ path, record }: ValueProps) {
  const t = useText();
  const value = valueAt(record, path);
  if (typeof value !== 'boolean') return emptyText;
  return value ? t('engine.yes') : <span className="engine-quiet">{t('engine.no')}</span>;
}

function BoolFilter({ id, value, onChange }: FilterProps) {
  const t = useText();
  return (
    <Select<string>
      id={id}
      className="engine-wide"
      allowClear
      placeholder={t('engine.filter.any')}
      value={typeof value?.value === 'boolean' ? String(value.value) : null}
      onChange={(chosen: string | undefined) =>
        onChange(chosen === undefined ? undefined : { op: 'eq', value: chosen === 'true' })
      }
      options={[
        { value: 'true', label: t('engine.yes') },
        { value: 'false', label: t('engine.no') },
      ]}
    />
  );
}

function BoolFilterText({ value }: FilterTextProps) {
  const t = useText();
  return t(value.value === true ? 'engine.yes' : 'engine.no');
}

/** Yes or no. */
export const boolRenderer: FieldRenderer = {
  text,
  Cell: BoolCell,
  Filter: BoolFilter,
  FilterText: BoolFilterText,
  width: 80,
};
