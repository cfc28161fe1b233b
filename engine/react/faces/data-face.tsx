import { Input } from 'antd';
import { useState } from 'react';
import { useText } from '../engine-context.tsx';
import { valueAt } from '../record-path.ts';
import { emptyText, type FieldFace, type InputProps, type ValueProps } from './face.ts';

function jsonText({ path, record }: ValueProps): string {
  const value = valueAt(record, path);
  if (value === null || value === undefined) return emptyText;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number'))
    return value.join('、') || emptyText;
  return JSON.stringify(value);
}

function JsonCell(props: ValueProps) {
  const value = valueAt(props.record, props.path);
  if (!Array.isArray(value) || value.length === 0) return <span className="engine-long">{jsonText(props)}</span>;
  return (
    <span className="engine-tags">
      {value.map((item: unknown) => (
        <span key={String(item)} className="engine-tag engine-tone-default">
          {typeof item === 'string' ? item : JSON.stringify(item)}
        </span>
      ))}
    </span>
  );
}

/** JSON is edited as text; what does not parse yet is kept as typed and refused on submit. */
function JsonInput(props: InputProps) {
  const [typed, setTyped] = useState(() =>
    props.value === null || props.value === undefined ? '' : JSON.stringify(props.value, null, 2),
  );
  const change = (text: string) => {
    setTyped(text);
    props.onChange(text.trim() === '' ? null : parsed(text));
  };
  return (
    <Input.TextArea
      id={props.id}
      classNames={{ textarea: 'engine-area engine-code' }}
      value={typed}
      onChange={(event) => change(event.target.value)}
      onBlur={props.onBlur}
      disabled={props.disabled}
      placeholder={props.placeholder}
      spellCheck={false}
    />
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function fileText({ path, record }: ValueProps): string {
  const value = valueAt(record, path);
  return typeof value === 'string' && value !== '' ? `#${value.slice(-6)}` : emptyText;
}

/** Files are uploaded in a later issue: until then the field says so instead of pretending. */
function FileInput(props: InputProps) {
  const t = useText();
  return <Input id={props.id} disabled value="" placeholder={t('engine.file.notYet')} />;
}

/** Structured data. */
export const jsonFace: FieldFace = { text: jsonText, Cell: JsonCell, Input: JsonInput, width: 180 };
/** A stored file or image. */
export const fileFace: FieldFace = { text: fileText, Input: FileInput, width: 110 };
