import { Button, Select, TreeSelect } from 'antd';
import { useId } from 'react';
import type { EntityField } from '../../../model/documents/index.ts';
import type { TreeNodes } from '../../../model/drill/index.ts';
import { kindOfValue } from '../../../model/fields/index.ts';
import type { DashboardFilterView, DashboardView } from '../../../model/view/index.ts';
import { isChosen } from '../../conditions/operators.ts';
import { ErrorBoundary } from '../../faults/error-boundary.tsx';
import { InlineFault } from '../../faults/fault-block.tsx';
import { fieldRenderers } from '../../fields/field-renderers.ts';
import type { FilterValue } from '../../fields/renderer/field-renderer.ts';
import { useText } from '../../host/engine-context.tsx';
import { useDesignMark } from '../../host/page-design.tsx';
import type { DatasetFilters } from '../data/dashboard-state.ts';
import type { LoadedTree } from '../data/use-trees.ts';

type SharedFiltersProps = {
  readonly view: DashboardView;
  readonly filters: DatasetFilters;
  readonly trees: ReadonlyMap<string, LoadedTree>;
  readonly onChange: (filters: DatasetFilters) => void;
};

/** Filters of the whole page; a change is in force at once. */
export function SharedFilters({ view, filters, trees, onChange }: SharedFiltersProps) {
  const t = useText();
  const id = useId();
  const mark = useDesignMark();
  if (view.filters.length === 0) return null;
  const set = (key: string, values: readonly string[]) => {
    const { [key]: _, ...others } = filters;
    onChange(values.length === 0 ? others : { ...others, [key]: values });
  };
  return (
    <search className="engine-dashboard-filters" aria-label={t('engine.dashboard.filters')}>
      {view.filters.map((filter) => (
        <div key={filter.key} className="engine-dashboard-filter" {...mark('filters', filter.key)}>
          <label htmlFor={`${id}-${filter.key}`} title={filter.title}>
            {filter.title}
          </label>
          <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.filter')} />}>
            <SharedFilter
              id={`${id}-${filter.key}`}
              filter={filter}
              values={filters[filter.key] ?? []}
              tree={trees.get(filter.field.ref ?? '')}
              onChange={(values) => set(filter.key, values)}
            />
          </ErrorBoundary>
        </div>
      ))}
      <Button onClick={() => onChange({})} disabled={Object.keys(filters).length === 0}>
        {t('engine.filter.reset')}
      </Button>
    </search>
  );
}

type SharedFilterProps = {
  readonly id: string;
  readonly filter: DashboardFilterView;
  readonly values: readonly string[];
  readonly tree: LoadedTree | undefined;
  readonly onChange: (values: readonly string[]) => void;
};

/** The filter of the field as far as it chooses values; a tree is chosen from as one. */
function SharedFilter({ id, filter, values, tree, onChange }: SharedFilterProps) {
  const t = useText();
  const { field, title, fault } = filter;
  const { Filter } = fieldRenderers[field.type];
  if (fault !== undefined) return <InlineFault text={fault} />;
  if (tree !== undefined) return <TreeFilter id={id} title={title} tree={tree} values={values} onChange={onChange} />;
  if (Filter !== undefined && choosesValues(field))
    return (
      <Filter
        id={id}
        title={title}
        field={field}
        value={filterValue(values, field)}
        onChange={(value) => onChange(valuesOf(value))}
      />
    );
  return (
    <Select<string[]>
      id={id}
      className="engine-wide"
      mode="tags"
      maxTagCount="responsive"
      allowClear
      placeholder={t('engine.filter.any')}
      value={[...values]}
      onChange={onChange}
      tokenSeparators={[',', '，', ' ']}
    />
  );
}

function choosesValues(field: EntityField): boolean {
  return isChosen(field) || kindOfValue(field) === 'bool';
}

function filterValue(values: readonly string[], field: EntityField): FilterValue | undefined {
  if (values.length === 0) return undefined;
  return kindOfValue(field) === 'bool' ? { op: 'eq', value: values[0] === 'true' } : { op: 'in', value: values };
}

function valuesOf(value: FilterValue | undefined): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value?.value) ? value.value : [value?.value];
  return list.flatMap((one) => (one === undefined || one === null ? [] : [String(one)]));
}

type TreeFilterProps = {
  readonly id: string;
  readonly title: string;
  readonly tree: LoadedTree;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
};

/** Chooses nodes of a tree; what lies below a chosen one is meant, too. */
function TreeFilter({ id, title, tree, values, onChange }: TreeFilterProps) {
  const t = useText();
  if (tree.error !== null)
    return (
      <Button type="link" size="small" onClick={tree.retry} aria-label={`${title} ${t('engine.fault.retry')}`}>
        {t('engine.fault.filter')}，{t('engine.fault.retry')}
      </Button>
    );
  return (
    <TreeSelect<string[]>
      id={id}
      className="engine-wide"
      treeData={branchesOf(tree.nodes)}
      treeDataSimpleMode={{ id: 'id', pId: 'pId', rootPId: '' }}
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_PARENT}
      treeNodeFilterProp="title"
      maxTagCount="responsive"
      allowClear
      placeholder={t(tree.isPending ? 'engine.loading' : 'engine.filter.any')}
      // Ids are no names.
      value={tree.isPending ? [] : [...values]}
      loading={tree.isPending}
      disabled={tree.isPending}
      onChange={onChange}
      popupMatchSelectWidth={260}
    />
  );
}

/** A node whose parent the reader may not see stands at the top. */
function branchesOf(nodes: TreeNodes) {
  return [...nodes.values()].map(({ id, label, parent }) => ({
    id,
    pId: parent !== null && nodes.has(parent) ? parent : '',
    value: id,
    title: label,
  }));
}
