import { type RawBuilder, sql } from 'kysely';
import { isShown } from '../../../engine/model/access/index.ts';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { fieldTypes } from '../../../engine/model/fields/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { escapeLike, holdingSql, keywordSql, normalKeyword } from '../../db/search/keyword.ts';
import { hashColumn, tailColumn } from '../../db/spec/columns.ts';
import { hasTail } from '../../db/spec/describe-entity.ts';
import { quote } from '../../db/spec/names.ts';
import {
  customSearched,
  customSearchSql,
  holdsAllPairs,
  searchColumn,
  searchedFields,
} from '../../db/spec/search-column.ts';
import { isTail, tailHash } from '../../kernel/crypto/tail.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { queryText } from '../../texts/records/query-text.ts';
import { wholeValueIn } from '../lookup/keyword-value.ts';
import { boundFields, isBound, type Lookup } from '../lookup/lookup.ts';
import { every, some } from '../plan/conditions.ts';
import type { PlannedColumn } from '../plan/derived-columns.ts';
import type { SelectPlan } from '../plan/select-plan.ts';
import { type Way, withReferred } from './referred-keyword.ts';
import { type Condition, isHidden, refuseCondition } from './where-value.ts';

/** A whole value of masked fields that a filter looks up, and the SQL of its test. */
export type Sought = { readonly lookup: Lookup; readonly sql: RawBuilder<unknown> };

/** Takes what is looked up; refuses what must not be. */
export type Seek = (sought: Sought) => void;

/** A masked field is found only by its whole value, or the end of its number, through the keyed hash. */
export function compileMasked(
  condition: Condition,
  column: PlannedColumn,
  plan: SelectPlan,
  context: CallContext,
  at: string,
  seek: Seek,
): RawBuilder<unknown> {
  if (condition.op !== 'eq' || column.field.searchable !== true || condition.field.includes('.'))
    throw refuseCondition(`${at}/op`, queryText('query.maskedEq'), condition.op);
  if (typeof condition.value !== 'string')
    throw refuseCondition(`${at}/value`, queryText('query.text'), typeof condition.value);
  const { lookup } = fieldTypes[column.field.type];
  const end = endIn(condition.value.trim(), column.field, context);
  const normal = lookup === undefined ? condition.value.trim() : lookup(condition.value);
  if (normal === undefined && end === undefined) return sql`false`;
  const value = end ?? wholeOf(column.field, normal ?? '', context);
  return soughtIn([value], plan, context, seek);
}

/** A value of a masked field as it is found: by which column, and the keyed hash in it. */
type SoughtValue = { readonly field: EntityField; readonly column: string; readonly hash: string };

function wholeOf(field: EntityField, value: string, { protection }: CallContext): SoughtValue {
  return { field, column: hashColumn(field.key), hash: protection.hash(value) };
}

/** The end of a number, where the field is found by it. */
function endIn(text: string, field: EntityField, { protection }: CallContext): SoughtValue | undefined {
  const hash = hasTail(field) && isTail(text) ? tailHash(protection, text) : undefined;
  return hash === undefined ? undefined : { field, column: tailColumn(field.key), hash };
}

/** Any of the fields with its value; what the caller does not see in clear anyway is told to `seek`. */
function soughtIn(
  values: readonly SoughtValue[],
  plan: SelectPlan,
  context: CallContext,
  seek: Seek,
): RawBuilder<unknown> {
  const tests = values.map(({ field, column, hash }) => {
    const holds = sql`${sql.ref(`${plan.alias}.${column}`)} = ${hash}`;
    return { field, hash, sql: every([holds, ...inClear(field, plan, context)]) };
  });
  const bound = tests.filter(({ field }) => isBound(field, context.caller));
  const [first] = bound;
  if (first !== undefined)
    seek({
      lookup: {
        entity: plan.entity,
        fields: boundFields(
          bound.map(({ field }) => field),
          context.caller,
        ),
        hash: first.hash,
      },
      sql: some(bound.map((test) => test.sql)),
    });
  return some(tests.map((test) => test.sql));
}

/** Whoever sees a kind in clear may ask for as many values as he likes: of rows that keep the field masked for him he hears nothing. */
function inClear(field: EntityField, plan: SelectPlan, { caller }: CallContext): readonly RawBuilder<unknown>[] {
  const masked = isBound(field, caller) ? undefined : plan.reached(field.key)?.masked?.();
  return masked === undefined ? [] : [sql`not ${masked}`];
}

/** Part of a text; where the field is searched, the index of the search text narrows it down. */
export function compileText(
  condition: Condition,
  column: PlannedColumn,
  plan: SelectPlan,
  at: string,
): RawBuilder<unknown> {
  const isText = fieldTypes[column.field.type].operators.includes('contains');
  if (!isText || typeof condition.value !== 'string' || condition.value === '')
    throw refuseCondition(`${at}/value`, queryText('query.textField'), JSON.stringify(condition.value));
  const pattern = escapeLike(condition.value);
  const matches = sql`${column.sql} ilike ${condition.op === 'contains' ? `%${pattern}%` : `${pattern}%`}`;
  const entity = plan.entity.document;
  const isSearched = searchedFields(entity).some((field) => field.key === condition.field);
  const holds = isSearched
    ? holdingSql(sql.ref(`${plan.alias}.${searchColumn}`), condition.value, holdsAllPairs(entity))
    : undefined;
  return holds === undefined ? matches : every([holds, matches]);
}

/** A keyword in each of the searchable fields made in the app, as far as the caller is shown them. */
function customTexts(normal: string, plan: SelectPlan, { caller }: CallContext): readonly RawBuilder<unknown>[] {
  const entity = plan.entity.document;
  return customSearched(entity).flatMap(({ key }) => {
    const column = sql.raw(customSearchSql(`${quote(plan.alias)}.${quote(toColumn(key))}`));
    const holds = isShown(entity, key, caller.grants) ? keywordSql(column, normal) : undefined;
    return holds === undefined ? [] : [sql`(${holds})`];
  });
}

/** A keyword over the searchable fields: words within their texts, or the whole of a masked value it reads like, or its end. */
export function compileSearch(
  keyword: string,
  plan: SelectPlan,
  context: CallContext,
  seek: Seek,
  way: Way,
): RawBuilder<unknown> {
  const normal = normalKeyword(keyword);
  if (normal === '') return sql`true`;
  const entity = plan.entity.document;
  const texts =
    searchedFields(entity).length === 0 ? undefined : keywordSql(sql.ref(`${plan.alias}.${searchColumn}`), normal);
  const whole = entity.fields.flatMap((field): readonly SoughtValue[] => {
    if (field.searchable !== true || field.secret === true || field.mask === undefined || isHidden(field, context))
      return [];
    if (!isShown(entity, field.key, context.caller.grants)) return [];
    const value = wholeValueIn({ keyword, normal }, field, entity);
    if (value !== undefined) return [wholeOf(field, value, context)];
    const end = endIn(normal, field, context);
    return end === undefined ? [] : [end];
  });
  const masked = whole.length === 0 ? [] : [soughtIn(whole, plan, context, seek)];
  const own = [...(texts === undefined ? [] : [sql`(${texts})`]), ...customTexts(normal, plan, context), ...masked];
  return withReferred(own.length === 0 ? undefined : some(own), normal, plan, context, way) ?? sql`false`;
}
