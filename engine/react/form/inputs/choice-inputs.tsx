import { Checkbox, Radio, Select, Spin } from 'antd';
import type { InputField } from '../../../model/record/index.ts';
import type { ViewContext } from '../../../model/view/index.ts';
import { FaultBlock, InlineFault } from '../../faults/fault-block.tsx';
import { RefInput } from '../../fields/ref-renderer.tsx';
import type { InputProps } from '../../fields/renderer/field-renderer.ts';
import { idsOf } from '../../fields/renderer/ids-of.ts';
import { usePickerRows } from '../../fields/use-picker.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';

type Option = { readonly value: string; readonly label: string; readonly disabled?: boolean };

/** The values of a dictionary; one no longer offered stays readable where it is chosen. */
function dictionaryOptions(field: InputField, context: ViewContext, chosen: readonly unknown[]): Option[] {
  const values = context.dictionaries.get(field.dictionary ?? '')?.values ?? [];
  return values
    .filter((value) => value.disabled !== true || chosen.includes(value.key))
    .map((value) => ({ value: value.key, label: value.title, disabled: value.disabled === true }));
}

function useYesNo(): Option[] {
  const t = useText();
  return [
    { value: 'true', label: t('engine.yes') },
    { value: 'false', label: t('engine.no') },
  ];
}

/** All choices in sight, one of them chosen. */
export function RadioInput(props: InputProps) {
  const { context } = usePageRuntime();
  const yesNo = useYesNo();
  const isBool = props.field.type === 'bool';
  const value = typeof props.value === 'boolean' ? String(props.value) : (props.value ?? null);
  return (
    <div id={props.id} role="radiogroup">
      <Radio.Group
        value={value}
        onChange={(event) => props.onChange(isBool ? event.target.value === 'true' : event.target.value)}
        onBlur={props.onBlur}
        disabled={props.disabled}
        options={isBool ? yesNo : dictionaryOptions(props.field, context, [props.value])}
      />
    </div>
  );
}

/** Yes or no from a list, for where neither is the usual answer. */
export function BoolSelectInput(props: InputProps) {
  return (
    <Select<string>
      id={props.id}
      className="engine-wide"
      allowClear={!props.isRequired}
      value={typeof props.value === 'boolean' ? String(props.value) : null}
      onChange={(key: string | undefined) => props.onChange(key === undefined ? null : key === 'true')}
      onBlur={props.onBlur}
      disabled={props.disabled}
      placeholder={props.placeholder}
      options={useYesNo()}
    />
  );
}

/** All choices in sight, any number of them chosen. */
export function CheckboxesInput(props: InputProps) {
  return props.field.type === 'refs' ? <RecordBoxes {...props} /> : <DictionaryBoxes {...props} />;
}

function DictionaryBoxes(props: InputProps) {
  const t = useText();
  const { context } = usePageRuntime();
  const chosen = idsOf(props.value);
  const options = dictionaryOptions(props.field, context, chosen);
  if (options.length === 0) return <InlineFault text={t('engine.form.noDictionary')} />;
  return <Boxes {...props} options={options} chosen={chosen} />;
}

/** The records of an entity as boxes; where there are too many to overlook, a picker. */
function RecordBoxes(props: InputProps) {
  const t = useText();
  const rows = usePickerRows(props.field.ref ?? '', '', { enabled: true, where: props.where });
  if (props.where === null) return <span className="engine-quiet">{t('engine.picker.waits')}</span>;
  if (rows.error !== null) return <FaultBlock error={rows.error} onRetry={() => void rows.refetch()} />;
  if (rows.isPending) return <Spin size="small" />;
  const chosen = idsOf(props.value);
  const known = new Set(rows.list.map((row) => row.id));
  if (rows.hasNextPage || chosen.some((id) => !known.has(id))) return <RefInput {...props} />;
  const options = rows.list.map((row) => ({ value: row.id, label: row.label }));
  return <Boxes {...props} options={options} chosen={chosen} />;
}

type BoxesProps = InputProps & { readonly options: readonly Option[]; readonly chosen: readonly string[] };

function Boxes({ id, options, chosen, onChange, disabled }: BoxesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own
    <div id={id} role="group">
      <Checkbox.Group
        className="engine-boxes"
        value={[...chosen]}
        onChange={(values) => onChange(values)}
        disabled={disabled}
        options={[...options]}
      />
    </div>
  );
}
