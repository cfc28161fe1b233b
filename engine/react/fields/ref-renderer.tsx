import type { EntityField } from '../../model/documents/index.ts';
import { offeredWhere } from '../../model/entity/index.ts';
import { relationName } from '../../model/naming/index.ts';
import type { ViewContext } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { listed } from '../formats/listed.ts';
import { useEngine, useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { holderAt, valueAt } from '../record/record-path.ts';
import { chipTone } from './chip-tone.ts';
import { RecordPicker, type StandingChoice } from './record-picker.tsx';
import {
  emptyText,
  type FieldRenderer,
  type FilterProps,
  type FilterTextProps,
  type InputProps,
  type ValueProps,
} from './renderer/field-renderer.ts';
import { idsOf } from './renderer/ids-of.ts';
import { usePickerLabels } from './use-picker.ts';

function labelOf(related: unknown, entity: string | undefined, context: ViewContext): string | undefined {
  const key = context.entities.get(entity ?? '')?.label ?? 'name';
  const label = valueAt(related, key);
  return typeof label === 'string' && label !== '' ? label : undefined;
}

/** What a reference names stands in the relation object beside the id: `ownerId` and `owner: {name}`. */
function relatedTo({ path, record }: ValueProps): readonly unknown[] {
  const key = path.split('.').at(-1) ?? path;
  const related = valueAt(holderAt(record, path), relationName(key));
  return Array.isArray(related) ? related : [related];
}

function labels(props: ValueProps, context: ViewContext): readonly string[] {
  return relatedTo(props).flatMap((item) => labelOf(item, namedEntity(props), context) ?? []);
}

/** What cannot be told by its label, for whoever looks does not reach it, is told by its kind where that is known. */
function text(props: ValueProps, context: ViewContext): string {
  return listed(labels(props, context)) || kindOf(props, context) || emptyText;
}

/** The entity that is named: the field's, or of several the one the record says. */
function namedEntity({ field, path, record }: ValueProps): string | undefined {
  if (field.refBy === undefined) return field.ref;
  const kind = valueAt(holderAt(record, path), field.refBy.field);
  return typeof kind === 'string' ? field.refBy.entities[kind] : undefined;
}

function kindOf(props: ValueProps, context: ViewContext): string | undefined {
  const { field, path, record } = props;
  if (field.refBy === undefined || idsOf(valueAt(record, path)).length === 0) return undefined;
  return context.entities.get(namedEntity(props) ?? '')?.title;
}

function RefCell(props: ValueProps) {
  const { context } = usePageRuntime();
  const entity = namedEntity(props);
  if (context.entities.get(entity ?? '')?.chip === undefined) return text(props, context);
  return (
    <span className="engine-tags engine-tags-line" title={text(props, context)}>
      {relatedTo(props).map((item, index) => {
        const label = labelOf(item, entity, context);
        const id = valueAt(item, 'id');
        return label === undefined ? null : (
          <span
            key={typeof id === 'string' ? id : index}
            className={`engine-tag engine-tone-${chipTone(item, entity, context) ?? 'default'}`}
          >
            {label}
          </span>
        );
      })}
    </span>
  );
}

/** What stands for whoever looks, by what a field refers to: kept as it is, so that a shared view means each reader. */
const callerChoices = {
  staff: { '@me': 'engine.filter.me', '@myTeam': 'engine.filter.myTeam' },
  department: {
    '@myDepartment': 'engine.filter.myDepartment',
    '@myDepartmentTree': 'engine.filter.myDepartmentTree',
  },
} as const;

function useCallerChoices({ ref }: EntityField): readonly StandingChoice[] {
  const t = useText();
  if (ref !== 'staff' && ref !== 'department') return [];
  return Object.entries(callerChoices[ref]).map(([value, key]) => ({ value, label: t(key) }));
}

function RefFilter({ id, field, value, onChange }: FilterProps) {
  const t = useText();
  const standing = useCallerChoices(field);
  return (
    <RecordPicker
      entity={field.ref ?? ''}
      ids={idsOf(value?.value)}
      multiple
      id={id}
      placeholder={t('engine.filter.search')}
      standing={standing}
      onChange={(ids) => onChange(ids.length === 0 ? undefined : { op: 'in', value: ids })}
    />
  );
}

function RefFilterText({ field, value }: FilterTextProps) {
  const t = useText();
  const { user } = useEngine();
  const ids = idsOf(value.value);
  const names = usePickerLabels(
    field.ref ?? '',
    ids.filter((id) => !id.startsWith('@')),
  );
  const standing = new Map(useCallerChoices(field).map((choice) => [choice.value, choice.label]));
  const nameOf = (id: string) => {
    if (id === '@me' || id === user.id) return t('engine.filter.me');
    return standing.get(id) ?? names.get(id)?.label ?? '…';
  };
  return listed(ids.map(nameOf));
}

/** Labels that came with the record, by id. */
export function knownLabels(
  field: EntityField,
  record: WireRecord | undefined,
  context: ViewContext,
): ReadonlyMap<string, string> {
  const ids = idsOf(record?.[field.key]);
  const names = record === undefined ? [] : labels({ field, path: field.key, record }, context);
  const related = record?.[relationName(field.key)];
  // Lists of relations bring their own ids, in an order of their own.
  if (Array.isArray(related)) {
    return new Map(
      related.flatMap((item: unknown) => {
        const id = valueAt(item, 'id');
        const label = labelOf(item, field.ref, context);
        return typeof id === 'string' && label !== undefined ? [[id, label] as const] : [];
      }),
    );
  }
  const [id] = ids;
  const [name] = names;
  return id === undefined || name === undefined ? new Map() : new Map([[id, name]]);
}

/** Which records are offered: those the field refers to, as far as the form's own conditions let them be chosen. */
function shownWhere({ field, where }: InputProps, { entities }: ViewContext): InputProps['where'] {
  const offered = offeredWhere(field, entities.get(field.ref ?? ''));
  return offered.length === 0 || where === null ? where : [...(where ?? []), ...offered];
}

/** One record or several, by searching. */
export function RefInput(props: InputProps) {
  const t = useText();
  const { context } = usePageRuntime();
  const multiple = props.field.type === 'refs';
  const where = shownWhere(props, context);
  return (
    <RecordPicker
      entity={props.field.ref ?? ''}
      ids={idsOf(props.value)}
      multiple={multiple}
      leafOnly={props.field.leafOnly}
      known={knownLabels(props.field, props.record, context)}
      id={props.id}
      disabled={props.disabled}
      clearable={!props.isRequired || multiple}
      placeholder={props.placeholder ?? t('engine.picker.search')}
      onBlur={props.onBlur}
      maker={props.maker}
      {...(where === undefined ? {} : { where })}
      onChange={(ids) => props.onChange(multiple ? [...ids] : (ids[0] ?? null))}
    />
  );
}

/** A reference to one record or several, shown by their labels, chosen by searching. */
export const refRenderer: FieldRenderer = {
  text,
  Cell: RefCell,
  Filter: RefFilter,
  FilterText: RefFilterText,
  width: 130,
};
