import { Select, Spin } from 'antd';
import { useEffect, useState } from 'react';
import type { Where } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import { FaultBlock } from '../faults/fault-block.tsx';
import { usePickerLabels, usePickerRows } from './use-picker.ts';

type RecordPickerProps = {
  readonly id: string;
  readonly entity: string;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly multiple: boolean;
  /** Labels of ids that the caller already knows. */
  readonly known?: ReadonlyMap<string, string>;
  readonly disabled?: boolean;
  readonly clearable?: boolean;
  readonly placeholder?: string | undefined;
  readonly onBlur?: () => void;
  /** Conditions on the records offered; `null` while what they depend on is not filled in. */
  readonly where?: readonly Where[] | null;
};

const typingPause = 250;

/** Chooses records of an entity by searching its label; asks the server only once it is opened. */
export function RecordPicker(props: RecordPickerProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const keyword = useSettled(typed, typingPause);
  const rows = usePickerRows(props.entity, keyword, { enabled: open, where: props.where });
  const labels = usePickerLabels(props.entity, props.ids, props.known);
  const found = (props.where === null ? [] : (rows.data ?? [])).map((row) => ({ value: row.id, label: row.label }));
  const listed = new Set(found.map((option) => option.value));
  const chosen = props.ids
    .filter((id) => !listed.has(id))
    .map((id) => ({ value: id, label: labels.get(id) ?? t('engine.picker.loading') }));
  const change = (value: string | readonly string[] | undefined) =>
    props.onChange(value === undefined ? [] : typeof value === 'string' ? [value] : value);
  return (
    <Select<string | string[]>
      id={props.id}
      className="engine-wide"
      {...(props.multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      showSearch
      filterOption={false}
      allowClear={props.clearable !== false}
      disabled={props.disabled === true}
      placeholder={props.placeholder}
      value={props.multiple ? [...props.ids] : (props.ids[0] ?? null)}
      onChange={change}
      onSearch={setTyped}
      onBlur={() => props.onBlur?.()}
      open={open}
      onOpenChange={(shown) => {
        setOpen(shown);
        if (!shown) setTyped('');
      }}
      // While searching, what is chosen but not found stays out of the list and in the box.
      options={
        typed === ''
          ? [...chosen, ...found]
          : [...found, ...chosen.map((option) => ({ ...option, className: 'engine-hidden-option' }))]
      }
      notFoundContent={
        rows.isError ? (
          <FaultBlock error={rows.error} onRetry={() => rows.refetch()} />
        ) : rows.isFetching ? (
          <Spin size="small" />
        ) : (
          t(props.where === null ? 'engine.picker.waits' : 'engine.picker.none')
        )
      }
      loading={open && rows.isFetching}
    />
  );
}

/** The value once it has not changed for a while. */
export function useSettled(value: string, pause: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
