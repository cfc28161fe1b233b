import { Select } from 'antd';
import type { DictionaryValue, EntityField } from '../../../model/documents/index.ts';
import type { ViewContext } from '../../../model/view/index.ts';
import { listed } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { valueAt } from '../../record/record-path.ts';
import {
  emptyText,
  type FieldRenderer,
  type FilterProps,
  type FilterTextProps,
  type InputProps,
  type ValueProps,
} from '../renderer/field-renderer.ts';

function choiceOf(field: EntityField, key: unknown, context: ViewContext): DictionaryValue | undefined {
  return context.dictionaries.get(field.dictionary ?? '')?.values.find((value) => value.key === key);
}

function text({ field, path, record }: ValueProps, context: ViewContext): string {
  const value = valueAt(record, path);
  if (value === null || value === undefined || value === '') return emptyText;
  return choiceOf(field, value, context)?.title ?? String(value);
}

function EnumCell(props: ValueProps) {
  const { context } = usePageRuntime();
  const label = text(props, context);
  return label === emptyText ? emptyText : tag(label, props, context);
}

function tag(label: string, { field, path, record }: ValueProps, context: ViewContext) {
  const tone = choiceOf(field, valueAt(record, path), context)?.tone ?? 'default';
  return <span className={`engine-tag engine-tone-${tone}`}>{label}</span>;
}

function optionsOf(field: EntityField, context: ViewContext, withDisabled: boolean) {
  const values = context.dictionaries.get(field.dictionary ?? '')?.values ?? [];
  return values
    .filter((value) => withDisabled || value.disabled !== true)
    .map((value) => ({ value: value.key, label: value.title }));
}

function keysOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.filter((item): item is string => typeof item === 'string');
}

function EnumFilter({ id, field, value, onChange }: FilterProps) {
  const t = useText();
  const { context } = usePageRuntime();
  return (
    <Select<string[]>
      id={id}
      className="engine-wide"
      mode="multiple"
      maxTagCount="responsive"
      allowClear
      placeholder={t('engine.filter.any')}
      optionFilterProp="label"
      value={keysOf(value?.value)}
      onChange={(keys) => onChange(keys.length === 0 ? undefined : { op: 'in', value: keys })}
      options={optionsOf(field, context, true)}
    />
  );
}

function EnumFilterText({ field, value }: FilterTextProps) {
  const { context } = usePageRuntime();
  return listed(keysOf(value.value).map((key) => choiceOf(field, key, context)?.title ?? key));
}

/** One value of the dictionary. */
export function EnumInput(props: InputProps) {
  const { context } = usePageRuntime();
  const options = optionsOf(props.field, context, false);
  // A value no longer offered stays readable until another is chosen.
  const old = choiceOf(props.field, props.value, context);
  const all = old?.disabled === true ? [...options, { value: old.key, label: old.title, disabled: true }] : options;
  return (
    <Select<string>
      id={props.id}
      className="engine-wide"
      allowClear={!props.isRequired}
      showSearch={options.length > 8}
      optionFilterProp="label"
      value={typeof props.value === 'string' ? props.value : null}
      onChange={(key: string | undefined) => props.onChange(key ?? null)}
      onBlur={props.onBlur}
      disabled={props.disabled}
      placeholder={props.placeholder}
      options={all}
    />
  );
}

/** A value of a dictionary, as a tag in its tone. */
export const enumRenderer: FieldRenderer = {
  text,
  Cell: EnumCell,
  plain: tag,
  Filter: EnumFilter,
  FilterText: EnumFilterText,
  width: 110,
};
