import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { formats } from '../../formats/formats.ts';
import { monthFormats, pickedDay, pickedMonth } from '../../formats/time.ts';

type DaySpanProps = {
  readonly title: string;
  /** First and last day, either of which may be open. */
  readonly days: readonly unknown[];
  /** From one month to another instead, each by its first day. */
  readonly inMonths: boolean;
  readonly onChange: (days: readonly [string | null, string | null]) => void;
};

/** From one day, or month, to another. */
export function DaySpan({ title, days, inMonths, onChange }: DaySpanProps) {
  const picked = inMonths ? pickedMonth : pickedDay;
  return (
    <DatePicker.RangePicker
      className="engine-wide"
      allowEmpty={[true, true]}
      aria-label={title}
      value={[toDay(days[0]), toDay(days[1])]}
      picker={inMonths ? 'month' : 'date'}
      format={inMonths ? monthFormats() : formats().day}
      onChange={(span) => onChange([picked(span?.[0]), picked(span?.[1])])}
    />
  );
}

function toDay(value: unknown) {
  return typeof value === 'string' && value !== '' ? dayjs(value) : null;
}
