import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { countedDaysOf, dayOf, relativePeriods } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import { formats, writtenDay } from '../formats.ts';
import { valueAt } from '../record-path.ts';
import { formatMoment, fromPicker, toPicker } from '../time.ts';
import { emptyText, type FieldFace, type FilterTextProps, type InputProps, type ValueProps } from './face.ts';
import { PeriodFilter } from './period-filter.tsx';

function momentText({ path, record }: ValueProps): string {
  return formatMoment(valueAt(record, path)) ?? emptyText;
}

function dayText({ path, record }: ValueProps): string {
  const value = valueAt(record, path);
  return typeof value === 'string' && value !== '' ? writtenDay(value.slice(0, 10)) : emptyText;
}

function MomentCell(props: ValueProps) {
  return <span className="engine-number">{momentText(props)}</span>;
}

function DayCell(props: ValueProps) {
  return <span className="engine-number">{dayText(props)}</span>;
}

function DateFilterText({ value }: FilterTextProps) {
  const t = useText();
  const period = relativePeriods.find((known) => value.op === 'within' && known === value.value);
  if (period !== undefined) return t(`engine.period.${period}`);
  const counted = value.op === 'within' ? countedDaysOf(String(value.value)) : undefined;
  if (counted !== undefined) return t(`engine.period.${counted.way}Days`, { count: counted.count });
  const [from, to] = Array.isArray(value.value) ? value.value : [value.value, value.value];
  if (from === null || from === undefined) return t('engine.filter.until', { to: shown(to) });
  if (to === null || to === undefined) return t('engine.filter.since', { from: shown(from) });
  return from === to ? shown(from) : `${shown(from)} ~ ${shown(to)}`;
}

function shown(bound: unknown): string {
  const text = String(bound ?? '');
  return text === '' ? text : writtenDay(text.includes('T') ? dayOf(text) : text);
}

function MomentInput(props: InputProps) {
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
  return day.format('YYYY-MM-DD') < dayOf(new Date().toISOString());
}

function DayInput(props: InputProps) {
  return (
    <DatePicker
      id={props.id}
      className="engine-wide"
      format={formats().day}
      value={typeof props.value === 'string' ? dayjs(props.value) : null}
      onChange={(picked: Dayjs | null) => props.onChange(picked === null ? null : picked.format('YYYY-MM-DD'))}
      onBlur={props.onBlur}
      disabled={props.disabled}
      placeholder={props.placeholder ?? ''}
    />
  );
}

const shared = { Filter: PeriodFilter, FilterText: DateFilterText };

/** A moment, shown and typed as Shanghai's wall clock. */
export const momentFace: FieldFace = { ...shared, text: momentText, Cell: MomentCell, Input: MomentInput, width: 150 };
/** A day. */
export const dayFace: FieldFace = { ...shared, text: dayText, Cell: DayCell, Input: DayInput, width: 110 };
