import type { EntityField } from '../../../model/documents/index.ts';
import { isMonth } from '../../../model/fields/index.ts';
import { dayOf } from '../../../model/time/index.ts';
import { countedDaysOf, relativePeriods } from '../../../model/wire/index.ts';
import { namedMonth, writtenDay } from '../../formats/formats.ts';
import { formatBriefMoment, formatMoment } from '../../formats/time.ts';
import { useText } from '../../host/engine-context.tsx';
import { valueAt } from '../../record/record-path.ts';
import { emptyText, type FieldRenderer, type FilterTextProps, type ValueProps } from '../renderer/field-renderer.ts';
import { inDigits } from './in-digits.tsx';
import { PeriodFilter } from './period-filter.tsx';

function momentText({ path, record }: ValueProps): string {
  return formatMoment(valueAt(record, path)) ?? emptyText;
}

function dayText({ path, record }: ValueProps): string {
  const value = valueAt(record, path);
  return typeof value === 'string' && value !== '' ? writtenDay(value.slice(0, 10)) : emptyText;
}

function monthText({ path, record }: ValueProps): string {
  return namedMonth(valueAt(record, path)) ?? emptyText;
}

function MomentCell(props: ValueProps) {
  return moment(momentText(props), props);
}

function moment(whole: string, { record, path, isBrief }: ValueProps) {
  const brief = isBrief === true ? formatBriefMoment(valueAt(record, path)) : undefined;
  if (brief === undefined) return inDigits(whole);
  return (
    <span className="engine-number" title={whole}>
      {brief}
    </span>
  );
}

function DayCell(props: ValueProps) {
  return inDigits(dayText(props));
}

function MonthCell(props: ValueProps) {
  return inDigits(monthText(props));
}

function DateFilterText({ field, value }: FilterTextProps) {
  const t = useText();
  const period = relativePeriods.find((known) => value.op === 'within' && known === value.value);
  if (period !== undefined) return t(`engine.period.${period}`);
  const counted = value.op === 'within' ? countedDaysOf(String(value.value)) : undefined;
  if (counted !== undefined) return t(`engine.period.${counted.way}Days`, { count: counted.count });
  const [from, to] = Array.isArray(value.value) ? value.value : [value.value, value.value];
  const told = shownIn(field);
  if (from === null || from === undefined) return t('engine.filter.until', { to: told(to) });
  if (to === null || to === undefined) return t('engine.filter.since', { from: told(from) });
  return from === to ? told(from) : `${told(from)} ~ ${told(to)}`;
}

function shownIn(field: EntityField): (bound: unknown) => string {
  return isMonth(field) ? (bound) => namedMonth(bound) ?? '' : shown;
}

function shown(bound: unknown): string {
  const text = String(bound ?? '');
  return text === '' ? text : writtenDay(text.includes('T') ? dayOf(text) : text);
}

const shared = { Filter: PeriodFilter, FilterText: DateFilterText };

/** A moment, shown and typed as Shanghai's wall clock. */
export const momentRenderer: FieldRenderer = {
  ...shared,
  told: formatMoment,
  text: momentText,
  Cell: MomentCell,
  plain: moment,
  width: 150,
};
/** A day. */
export const dayRenderer: FieldRenderer = { ...shared, text: dayText, Cell: DayCell, plain: inDigits, width: 110 };
/** A month, by its name. */
export const monthRenderer: FieldRenderer = {
  ...shared,
  told: namedMonth,
  text: monthText,
  Cell: MonthCell,
  plain: inDigits,
  width: 110,
};
