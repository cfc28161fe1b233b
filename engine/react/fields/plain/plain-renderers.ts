import type { EntityField } from '../../../model/documents/index.ts';
import type { ViewContext } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { emptyText, type FieldRenderer } from '../renderer/field-renderer.ts';
import { bool } from './bool.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import { decimal } from './decimal.ts';
import { email } from './email.ts';
import { enumType } from './enum.ts';
import { idcard } from './idcard.ts';
import { int } from './int.ts';
import { mobile } from './mobile.ts';
import { money } from './money.ts';
import { month } from './month.ts';
import { string } from './string.ts';
import { url } from './url.ts';

/** Renderers of what a record holds itself and one line has room for: what a picker can tell beside a label. */
export const plainRenderers = {
  string,
  mobile,
  idcard,
  email,
  url,
  int,
  decimal,
  money,
  bool,
  date,
  month,
  datetime,
  enum: enumType,
} satisfies Partial<Record<EntityField['type'], FieldRenderer>>;

const byType: ReadonlyMap<string, FieldRenderer> = new Map(Object.entries(plainRenderers));

/** What a record holds at a path as text; undefined where there is nothing, or nothing that one line has room for. */
export function lineText(
  field: EntityField,
  path: string,
  record: WireRecord,
  context: ViewContext,
): string | undefined {
  const text = byType.get(field.type)?.text({ field, path, record }, context);
  return text === emptyText ? undefined : text;
}
