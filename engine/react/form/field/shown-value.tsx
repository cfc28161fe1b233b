import type { FormFieldView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { FieldValue } from '../../field-value/field-value.tsx';
import { valueAt } from '../../record/record-path.ts';
import { isSame } from '../../record/values.ts';

type ShownValueProps = {
  readonly view: FormFieldView;
  readonly value: unknown;
  /** The stored record, or row, as it was read. */
  readonly record: WireRecord | undefined;
};

/** A value nobody fills in, drawn as pages draw it. */
export function ShownValue({ view, value, record }: ShownValueProps) {
  const { shown: path = view.key, field } = view;
  // What the stored record holds comes with names of what it refers to; what follows a reference chosen here stands alone.
  const holder = record !== undefined && isSame(valueAt(record, path), value) ? record : holding(path, value);
  return (
    <div className="engine-form-shown">
      <FieldValue field={field} path={path} record={holder} hasRoom />
    </div>
  );
}

function holding(path: string, value: unknown): WireRecord {
  const nested = path.split('.').reduceRight((inner: unknown, segment) => ({ [segment]: inner }), value);
  return typeof nested === 'object' && nested !== null ? { id: '', version: 0, ...nested } : { id: '', version: 0 };
}
