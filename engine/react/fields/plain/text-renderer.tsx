import { LockOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { fieldTypes } from '../../../model/fields/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { isMasked, whyUnrevealed } from '../../record/masked.ts';
import { valueAt } from '../../record/record-path.ts';
import {
  emptyText,
  type FieldRenderer,
  type FilterProps,
  type FilterTextProps,
  type InputProps,
  type ValueProps,
} from '../renderer/field-renderer.ts';

function text({ path, record }: ValueProps): string {
  const value = valueAt(record, path);
  return value === null || value === undefined || value === '' ? emptyText : String(value);
}

function TextCell(props: ValueProps) {
  const t = useText();
  const value = valueAt(props.record, props.path);
  if (!isMasked(props.field, value)) return text(props);
  const reason = whyUnrevealed(props.record, props.path) ?? t('engine.masked');
  return (
    <span className="engine-masked">
      {value}
      <LockOutlined aria-label={reason} title={reason} />
    </span>
  );
}

function UrlCell(props: ValueProps) {
  const value = valueAt(props.record, props.path);
  // Only what a browser opens as a page: any other scheme could run script.
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value)) return text(props);
  return (
    <a className="engine-page-link" href={value} target="_blank" rel="noopener noreferrer">
      {value}
    </a>
  );
}

/** Masked values are found by the whole value only, the others by a part. */
function TextFilter({ id, field, value, onChange }: FilterProps) {
  const t = useText();
  const whole = field.mask !== undefined || !fieldTypes[field.type].operators.includes('contains');
  return (
    <Input
      id={id}
      allowClear
      placeholder={t(whole ? 'engine.filter.whole' : 'engine.filter.part', { title: field.title })}
      value={typeof value?.value === 'string' ? value.value : ''}
      onChange={(event) => {
        const typed = event.target.value;
        onChange(typed === '' ? undefined : { op: whole ? 'eq' : 'contains', value: typed });
      }}
    />
  );
}

function TextFilterText({ value }: FilterTextProps) {
  return String(value.value ?? '');
}

/** One line. */
export const TextInput = lineInput('text');
/** A number of the telephone. */
export const MobileInput = lineInput('tel');
export const EmailInput = lineInput('email');

/** One line; `inputMode` chooses the keyboard of a telephone. */
function lineInput(inputMode: 'text' | 'tel' | 'email') {
  return (props: InputProps) => (
    <Input
      id={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
      disabled={props.disabled}
      placeholder={props.placeholder}
      autoComplete="off"
      inputMode={inputMode}
    />
  );
}

/** Several lines; it tells how many characters there are and may be. */
export function AreaInput(props: InputProps) {
  return (
    <Input.TextArea
      id={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
      disabled={props.disabled}
      placeholder={props.placeholder}
      classNames={{ textarea: 'engine-area' }}
      count={{ show: true, max: props.field.maxLength ?? 2000, strategy: (typed) => [...typed].length }}
    />
  );
}

function LongCell(props: ValueProps) {
  return inLong(text(props));
}

function inLong(words: string) {
  return <span className="engine-long">{words}</span>;
}

/** A masked value has a mark with its reason. */
function unmasked(words: string, { field }: ValueProps): string | undefined {
  return isMasked(field, words) ? undefined : words;
}

const line = { text, Filter: TextFilter, FilterText: TextFilterText };

/** One line of text. */
export const textRenderer: FieldRenderer = { ...line, Cell: TextCell, plain: unmasked, width: 140 };
/** A web address. */
export const urlRenderer: FieldRenderer = { ...line, Cell: UrlCell, width: 200 };
/** Several lines of text. */
export const longTextRenderer: FieldRenderer = { ...line, Cell: LongCell, plain: inLong, width: 220 };
