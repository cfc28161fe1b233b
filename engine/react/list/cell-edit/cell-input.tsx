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

/** Values that may be typed as well: the picker takes what was typed a moment after it is left. */
const pickedKinds: ReadonlySet<ValueKind> = new Set(['day', 'moment']);
const takenMilliseconds = 100;

/** The input of a cell being edited: Enter saves, Esc leaves it as it was, Tab saves and goes on. */
export function CellInput({ view, start, name, onEnd }: CellInputProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState(start);
  const isOver = useRef(false);
  const leaving = useRef<CellEnd['to']>(undefined);
  const kind = kindOfValue(view.field);
  const isChosen = chosenKinds.has(kind);
  const isPicked = pickedKinds.has(kind);
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
  const leave = (to: CellEnd['to']) => {
    leaving.current = to;
    place.current?.querySelector('input')?.blur();
  };
  const onBlur = () => {
    const to = leaving.current ?? 'away';
    leaving.current = to;
    if (isPicked) setTimeout(() => end(to, false), takenMilliseconds);
    else end(to, !isChosen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.shiftKey ? 'previous' : 'next';
    if (event.key === 'Escape') end('row', false);
    else if (event.key === 'Tab' && isPicked) leave(next);
    else if (event.key === 'Tab') end(next, true);
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
            if (isChosen) end(leaving.current ?? 'row', true, next);
          }}
          onBlur={onBlur}
        />
      </div>
    </ConfigProvider>
  );
}
