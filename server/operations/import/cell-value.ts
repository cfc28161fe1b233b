import {
  type DictionaryDocument,
  dayOf,
  type EntityField,
  type Fault,
  isDay,
  pointer,
  startOfDay,
} from '../../../engine/model/index.ts';
import { serialDate } from '../../files/table/serial-date.ts';

/** A cell as a value of its field, before it is checked like one typed into the form; or what is wrong with it. */
export type CellOutcome = { readonly value: unknown } | { readonly fault: Fault };

type Dictionaries = ReadonlyMap<string, DictionaryDocument>;

/** Reads a cell as what its field holds. References are left as the texts they are; several are a list. */
export function cellValue(field: EntityField, cell: string, dictionaries: Dictionaries): CellOutcome {
  const text = cell.trim();
  if (text === '') return { value: null };
  if (/^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!)$/.test(text)) return wrong(field, '没有计算错误的单元格', text);
  const value = read(field, text, dictionaries);
  return value === undefined ? wrong(field, expectedOf(field), text) : { value };
}

function wrong(field: EntityField, expected: string, got: string): CellOutcome {
  const shown = [...got].slice(0, 40).join('');
  return { fault: { code: 'E_INPUT_TYPE', pointer: pointer(field.key), title: field.title, expected, got: shown } };
}

function expectedOf(field: EntityField): string {
  switch (field.type) {
    case 'date':
      return '日期，如 2026-03-01';
    case 'datetime':
      return '时间，如 2026-03-01 09:30';
    case 'money':
      return '金额（元，至多两位小数）';
    case 'bool':
      return '是或否';
    case 'int':
      return '整数';
    default:
      return '数字';
  }
}

function read(field: EntityField, text: string, dictionaries: Dictionaries): unknown {
  switch (field.type) {
    case 'int':
      return wholeNumber(text);
    case 'decimal':
      return decimal(text);
    case 'money':
      return cents(text);
    case 'bool':
      return yesOrNo.get(text.toLowerCase());
    case 'date':
      return dayText(text);
    case 'datetime':
      return moment(text);
    case 'enum':
      return choice(field, text, dictionaries);
    case 'refs':
      return [...new Set(text.split(/[、,，;；\n]/).flatMap((part) => part.trim() || []))];
    case 'idcard':
      return text.toUpperCase();
    default:
      return text;
  }
}

const yesOrNo: ReadonlyMap<string, boolean> = new Map([
  ...['是', '真', '有', '对', 'true', 'yes', 'y', '1', '√', '✓'].map((word) => [word, true] as const),
  ...['否', '假', '无', '错', 'false', 'no', 'n', '0', '×', '✗'].map((word) => [word, false] as const),
]);

function plainNumber(text: string): string | undefined {
  const digits = text.normalize('NFKC').replace(/[,\s¥￥$]|元$/g, '');
  return /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/.test(digits) ? digits : undefined;
}

function decimal(text: string): number | undefined {
  const digits = plainNumber(text);
  return digits === undefined ? undefined : Number(digits);
}

function wholeNumber(text: string): number | undefined {
  const value = decimal(text);
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

/** Yuan as cents, by digits, so that no fraction is lost or made up. */
function cents(text: string): number | undefined {
  const [, sign = '', yuan = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(plainNumber(text) ?? '-') ?? [];
  const exact = fraction.replace(/0+$/, '');
  if (yuan + fraction === '' || exact.length > 2) return undefined;
  const value = Number(`${sign}${yuan}${exact.padEnd(2, '0')}`);
  return Number.isSafeInteger(value) ? value : undefined;
}

function choice(field: EntityField, text: string, dictionaries: Dictionaries): string {
  const values = dictionaries.get(field.dictionary ?? '')?.values ?? [];
  const wanted = text.normalize('NFKC').toLowerCase();
  const found = values.find(({ key, title }) => key === text || title.normalize('NFKC').toLowerCase() === wanted);
  // One it does not know is told like any other wrong choice.
  return found?.key ?? text;
}

const dayPattern = /^(\d{4})(?:[-/.年])(\d{1,2})(?:[-/.月])(\d{1,2})日?(?:[T\s]+(.{1,30}))?$/;
const clockPattern = /^(\d{1,2})(?::|时|点)(\d{1,2})(?:(?::|分)(\d{1,2})(?:\.\d{1,6})?)?[秒分]?$/;

/** A day as people and spreadsheets write it. */
function dayText(text: string): string | undefined {
  const [, year, month = '', day = ''] = dayPattern.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (/^\d{5}(?:\.\d{1,15})?$/.test(text)) return serialDate(Number(text))?.slice(0, 10);
  const time = zoned(text);
  return time === undefined ? undefined : dayOf(time);
}

/** A moment; without a zone it is one of Shanghai, without a time the beginning of the day. */
function moment(text: string): string | undefined {
  const time = zoned(text) ?? localTime(text) ?? serialTime(text);
  return time === undefined || !Number.isFinite(time) ? undefined : new Date(time).toISOString();
}

function zoned(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isFinite(time) && isDay(text.slice(0, 10)) ? time : undefined;
}

function localTime(text: string): number | undefined {
  const day = dayText(text);
  const clock = dayPattern.exec(text)?.[4];
  if (day === undefined || !isDay(day) || /^\d{5}/.test(text)) return undefined;
  if (clock === undefined) return startOfDay(day);
  const [, hours, minutes, seconds = '0'] = clockPattern.exec(clock.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return startOfDay(day) + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

function serialTime(text: string): number | undefined {
  const shown = /^\d{5}(?:\.\d{1,15})?$/.test(text) ? serialDate(Number(text)) : undefined;
  return shown === undefined ? undefined : localTime(shown);
}
