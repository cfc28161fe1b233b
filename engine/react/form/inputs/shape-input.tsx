import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { FieldShape, ShapeField } from '../../../model/documents/index.ts';
import { titleWithUnit } from '../../../model/entity/index.ts';
import { faultMessage, pointer } from '../../../model/faults/index.ts';
import { checkKey, maxRowsOf, type ShapeValues } from '../../../model/fields/index.ts';
import { valueFaults } from '../../../model/record/index.ts';
import type { InputProps } from '../../fields/renderer/field-renderer.ts';
import { shapeRows } from '../../fields/shape-text.ts';
import { typeInputs } from '../../fields/type-inputs.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { isEmpty } from '../../record/values.ts';
import { widthOfType } from '../table/column-width.ts';
import { RowButtons, type RowMoves } from '../table/row-buttons.tsx';
import { TableHead } from '../table/table-head.tsx';
import '../table/rows.css';

/** A structured value: an input for every key, or a table with a row for each part of a list. */
export function ShapeInput(props: InputProps) {
  const { shape } = props.field;
  if (shape === undefined) return null;
  return shape.list === true ? <ShapeRows {...props} shape={shape} /> : <ShapeParts {...props} shape={shape} />;
}

type ShapeProps = InputProps & { readonly shape: FieldShape };

/** What a new part begins with: yes or no is answered by a switch that stands at no. */
function fresh({ fields }: FieldShape): ShapeValues {
  return Object.fromEntries(
    fields.flatMap(({ key, type, required }) => (type === 'bool' && required ? [[key, false]] : [])),
  );
}

/** The values with one of them changed; an emptied one is left out, and so is what the shape does not know. */
function changed({ fields }: FieldShape, values: ShapeValues, key: string, value: unknown): ShapeValues {
  const all: ShapeValues = { ...fresh({ fields }), ...values, [key]: value };
  return Object.fromEntries(fields.flatMap((part) => (isEmpty(all[part.key]) ? [] : [[part.key, all[part.key]]])));
}

/** Tells that the whole is left once the keyboard leaves the last of its inputs. */
function leaving(tell: () => void) {
  return (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) tell();
  };
}

function ShapeParts({ shape, ...props }: ShapeProps) {
  const values = shapeRows(props.value)[0] ?? {};
  const change = (key: string, value: unknown) => {
    const next = changed(shape, values, key, value);
    props.onChange(Object.keys(next).length === 0 ? null : next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own
    <div id={props.id} role="group" className="engine-shape-inputs" onBlur={leaving(props.onBlur)}>
      {shape.fields.map((part) => (
        <div key={part.key}>
          <label htmlFor={`${props.id}-${part.key}`}>
            {part.required === true ? <span className="engine-rows-must">* </span> : null}
            {titleWithUnit(part)}
          </label>
          <PartInput
            part={part}
            id={`${props.id}-${part.key}`}
            value={values[part.key]}
            onChange={(value) => change(part.key, value)}
            disabled={props.disabled}
            isInvalid={props.isInvalid === true}
          />
        </div>
      ))}
    </div>
  );
}

function ShapeRows({ shape, ...props }: ShapeProps) {
  const t = useText();
  const rows = useShapeRows(shape, props);
  const isFull = rows.values.length >= maxRowsOf(shape);
  const isOpen = !props.disabled;
  const onKeyDown = (key: string) => (event: KeyboardEvent) => {
    if (!event.altKey || !isOpen || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    rows.moves.move(key, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame of its own
    <div id={props.id} role="group" className="engine-rows engine-shape-rows" onBlur={leaving(props.onBlur)}>
      <div className="engine-rows-scroll">
        <table>
          <TableHead columns={headOf(shape)} hasButtons={isOpen} />
          <tbody>
            {rows.values.map((values, index) => {
              const key = rows.keys[index] ?? '';
              return (
                <tr key={key} onKeyDown={onKeyDown(key)}>
                  <td className="engine-rows-number engine-quiet">{index + 1}</td>
                  {shape.fields.map((part) => (
                    <td key={part.key}>
                      <PartInput
                        part={part}
                        id={`${props.id}-${key}-${part.key}`}
                        row={index + 1}
                        value={values[part.key]}
                        onChange={(value) => rows.change(index, part.key, value)}
                        disabled={props.disabled}
                        isInvalid={props.isInvalid === true}
                      />
                    </td>
                  ))}
                  {isOpen ? (
                    <td className="engine-rows-actions">
                      <RowButtons
                        row={key}
                        index={index}
                        count={rows.values.length}
                        isFull={isFull}
                        tools={rows.moves}
                        form={props.id}
                      />
                    </td>
                  ) : null}
                </tr>
              );
            })}
            {rows.values.length === 0 ? (
              <tr>
                <td className="engine-rows-empty" colSpan={shape.fields.length + (isOpen ? 2 : 1)}>
                  {t(isOpen ? 'engine.form.noRows' : 'engine.form.noFixedRows')}
                </td>
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
      {isOpen ? (
        <div className="engine-rows-foot">
          <Button
            type="dashed"
            size="small"
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={rows.add}
            disabled={isFull}
          >
            {t('engine.form.addRow')}
          </Button>
          <span className="engine-form-hint">
            {isFull ? t('engine.form.rowsFull', { max: maxRowsOf(shape) }) : t('engine.form.shapeHint')}
          </span>
        </div>
      ) : null}
    </div>
  );
}

function headOf({ fields }: FieldShape) {
  return fields.map((part) => ({
    ...{ key: part.key, title: titleWithUnit(part), help: part.help, width: widthOfType(part.type) },
    isRequired: part.required === true && part.type !== 'bool',
  }));
}

let lastKey = 0;

const newKey = () => {
  lastKey += 1;
  return `row${lastKey}`;
};

type Rows = {
  readonly values: readonly ShapeValues[];
  /** What tells a row from the others while the form is open. */
  readonly keys: readonly string[];
  readonly change: (index: number, key: string, value: unknown) => void;
  readonly add: () => void;
  readonly moves: RowMoves;
};

/** The rows of a list, and what is done with them; a list without rows is no value. */
function useShapeRows(shape: FieldShape, { id, value, onChange }: InputProps): Rows {
  const values = isEmpty(value) ? [] : shapeRows(value);
  const [known, setKeys] = useState<readonly string[]>([]);
  // A value that came from elsewhere, such as a draft, has rows of its own.
  const keys = known.length === values.length ? known : values.map(newKey);
  if (keys !== known) setKeys(keys);
  const put = (next: readonly ShapeValues[], nextKeys: readonly string[]) => {
    setKeys(nextKeys);
    onChange(next.length === 0 ? null : next);
  };
  const focus = (key: string | undefined) =>
    requestAnimationFrame(() => document.getElementById(`${id}-${key}-${shape.fields[0]?.key}`)?.focus());
  const insert = (at: number, row: ShapeValues) => {
    const key = newKey();
    put(values.toSpliced(at, 0, row), keys.toSpliced(at, 0, key));
    focus(key);
  };
  return {
    values,
    keys,
    change: (index, key, part) => put(values.with(index, changed(shape, values[index] ?? {}, key, part)), keys),
    add: () => insert(values.length, fresh(shape)),
    moves: {
      duplicate: (key) => insert(keys.indexOf(key) + 1, values[keys.indexOf(key)] ?? {}),
      remove: (key) => {
        const at = keys.indexOf(key);
        put(values.toSpliced(at, 1), keys.toSpliced(at, 1));
        focus(keys[at + 1] ?? keys[at - 1]);
      },
      move: (key, by) => {
        const [at, held] = [keys.indexOf(key), document.activeElement?.id];
        const [row, to] = [values[at], at + by];
        if (row === undefined || to < 0 || to >= values.length) return;
        put(values.toSpliced(at, 1).toSpliced(to, 0, row), keys.toSpliced(at, 1).toSpliced(to, 0, key));
        // Moving a row takes the keyboard out of it.
        if (held) requestAnimationFrame(() => document.getElementById(held)?.focus());
      },
    },
  };
}

type PartProps = {
  readonly part: ShapeField;
  readonly id: string;
  /** Number of the row it stands in; absent outside of rows, where its label is seen. */
  readonly row?: number;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
  readonly isInvalid: boolean;
};

/** The input of one key; what is wrong with it is told once it was left, or once the whole is found wrong. */
function PartInput({ part, id, row, value, onChange, disabled, isInvalid }: PartProps) {
  const t = useText();
  const { context } = usePageRuntime();
  const [isLeft, setLeft] = useState(false);
  const outcome = checkKey(part, value, { dictionaries: context.dictionaries, now: new Date().toISOString() });
  const [fault] = 'fault' in outcome ? valueFaults(outcome, pointer(part.key), part.title) : [];
  const told = fault !== undefined && !disabled && (isLeft || isInvalid) ? faultMessage(fault) : undefined;
  const Input = typeInputs[part.type];
  return (
    <div className={told === undefined ? 'engine-rows-cell' : 'engine-rows-cell engine-wrong'}>
      {row === undefined ? null : (
        <label htmlFor={id} className="engine-said">
          {t('engine.form.cellName', { title: part.title, row })}
        </label>
      )}
      <Input
        id={id}
        field={part}
        value={value ?? null}
        onChange={onChange}
        onBlur={() => setLeft(true)}
        disabled={disabled}
        isRequired={part.required === true}
      />
      {told === undefined ? null : (
        <span className="engine-rows-fault" role="alert">
          {told}
        </span>
      )}
    </div>
  );
}
