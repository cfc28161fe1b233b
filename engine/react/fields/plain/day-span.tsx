import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { formats } from '../../formats/formats.ts';
import { pickedDay } from '../../formats/time.ts';

type DaySpanProps = {
  readonly title: string;
  /** First and last day, either of which may be open. */
  readonly days: readonly unknown[];
  readonly onChange: (days: readonly [string | null, string | null]) => void;
};

/** From one day to another. */
export function DaySpan({ title, days, onChange }: DaySpanProps) {
  return (
    <DatePicker.RangePicker
      className="engine-wide"
      allowEmpty={[true, true]}
      aria-label={title}
      value={[toDay(days[0]), toDay(days[1])]}
      format={formats().day}
      onChange={(picked) => onChange([pickedDay(picked?.[0]), pickedDay(picked?.[1])])}
    />
  );
}

function toDay(value: unknown) {
  return typeof value === 'string' && value !== '' ? dayjs(value) : null;
}
