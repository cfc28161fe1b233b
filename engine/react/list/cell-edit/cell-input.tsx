import { ConfigProvider } from 'antd';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { kindOfValue, type ValueKind } from '../../../model/fields/index.ts';
import type { FormFieldView } from '../../../model/view/index.ts';
import { typeInputs } from '../../fields/type-inputs.ts';

/** How editing a cell ended: with the value or without it, and where the keyboard goes. */
export type CellEnd = {
  readonly isKept: boolean;
  readonly value: unknown;
  readonly to: 'row' | 'next' | 'previous' | 'away';
};

type CellInputProps = {
  readonly view: FormFieldView;
  readonly start: unknown;
  readonly name: string;
  readonly onEnd: (end: CellEnd) => void;
};

/** Values chosen from what opens below them: choosing is saving. */
const chosenKinds: ReadonlySet<ValueKind> = new Set(['choice', 'bool', 'day', 'moment']);

/** The input of a cell being edited: Enter saves, Esc leaves it as it was, Tab saves and goes on. */
export function CellInput({ view, start, name, onEnd }: CellInputProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState(start);
  const isOver = useRef(false);
  const isChosen = chosenKinds.has(kindOfValue(view.field));
  const Input = typeInputs[view.field.type];
  useEffect(() => {
    const input = place.current?.querySelector<HTMLElement>('input, button, [tabindex="0"]');
    input?.setAttribute('aria-label', name);
    input?.focus();
    if (input instanceof HTMLInputElement && input.type === 'text') input.select();
  }, [name]);
  const end = (to: CellEnd['to'], isKept: boolean, last: unknown = value) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd({ to, isKept, value: last });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end('row', false);
    else if (event.key === 'Tab') end(event.shiftKey ? 'previous' : 'next', true);
    else if (event.key === 'Enter' && !isChosen) end('row', true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ConfigProvider componentSize="small">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: catches the keys of the input inside */}
      <div
        ref={place}
        className="engine-cell-input"
        onKeyDownCapture={onKeyDown}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <Input
          id={id}
          field={view.field}
          value={value}
          disabled={false}
          isRequired={view.required}
          onChange={(next) => {
            setValue(next);
            if (isChosen) end('row', true, next);
          }}
          onBlur={() => end('away', !isChosen)}
        />
      </div>
    </ConfigProvider>
  );
}
