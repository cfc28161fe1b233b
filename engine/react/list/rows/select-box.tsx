import type { WireRecord } from '../../../model/wire/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { RowBox } from './row-box.tsx';
import type { RowStore } from './row-store.ts';

type SelectBoxProps = {
  readonly store: RowStore;
  readonly record: WireRecord;
  /** What the record is called. */
  readonly name: string;
  readonly isSelected: boolean;
};

/** The box that selects a row; where it cannot be picked, it says why. */
export function SelectBox({ store, record, name, isSelected }: SelectBoxProps) {
  const t = useText();
  const bar = store.barOf(record);
  return (
    <RowBox
      label={t(bar === undefined ? 'engine.list.select' : `engine.pick.${bar}`, { name })}
      checked={isSelected || bar === 'taken'}
      isFixed={bar !== undefined}
      onToggle={(isRange) => store.toggle(record.id, isRange)}
    />
  );
}
