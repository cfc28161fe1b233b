import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { dayOf } from '../../../model/time/index.ts';
import { formats } from '../../formats/formats.ts';
import { fromPicker, monthFormats, pickedDay, pickedMonth, toPicker } from '../../formats/time.ts';
import type { InputProps } from '../renderer/field-renderer.ts';

/** A moment, typed as Shanghai's wall clock. */
export function MomentInput(props: InputProps) {
  return (
    <DatePicker
      id={props.id}
      className="engine-wide"
      showTime={{ format: 'HH:mm', minuteStep: 5 }}
      format={`${formats().day} HH:mm`}
      value={toPicker(props.value)}
      onChange={(picked: Dayjs | null) => props.onChange(fromPicker(picked))}
      onBlur={props.onBlur}
      disabled={props.disabled}
      placeholder={props.placeholder ?? ''}
      {...(props.field.future === true ? { disabledDate: isPast } : {})}
    />
  );
}

function isPast(day: Dayjs): boolean {
  return (pickedDay(day) ?? '') < dayOf(new Date().toISOString());
}

/** A day. */
export function DayInput(props: InputProps) {
  return (
    <DatePicker
      id={props.id}
      className="engine-wide"
      format={formats().day}
      value={typeof props.value === 'string' ? dayjs(props.value) : null}
      onChange={(picked: Dayjs | null) => props.onChange(pickedDay(picked))}
      onBlur={props.onBlur}
      disabled={props.disabled}
      placeholder={props.placeholder ?? ''}
    />
  );
}

/** A month. */
export function MonthInput(props: InputProps) {
  return (
    <DatePicker
      id={props.id}
      className="engine-wide"
      picker="month"
      format={monthFormats()}
      value={typeof props.value === 'string' ? dayjs(props.value) : null}
      onChange={(picked: Dayjs | null) => props.onChange(pickedMonth(picked))}
      onBlur={props.onBlur}
      disabled={props.disabled}
      placeholder={props.placeholder ?? ''}
    />
  );
}
