import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import type { FilterView, ListView } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import type { FilterValue } from '../faces/face.ts';
import { faces } from '../faces/faces.ts';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { InlineFault } from '../faults/fault-block.tsx';
import { fromStart, type ListState } from './list-state.ts';

type Draft = Pick<ListState, 'keyword' | 'filters'>;

/** Conditions of a list: the common ones shown, the rest folded; Enter or 查询 applies them. */
export function FilterBar({
  view,
  state,
  initial,
  onChange,
}: {
  readonly view: ListView;
  readonly state: ListState;
  /** What the filters held when the page was opened; 重置 goes back to it. */
  readonly initial: ListState['filters'];
  readonly onChange: (state: ListState) => void;
}) {
  const t = useText();
  const id = useId();
  const [draft, setDraft] = useState<Draft>(state);
  const { keyword, filters } = state;
  // What is in force changed from elsewhere: a closed chip, a link, back and forward.
  useEffect(() => setDraft({ keyword, filters }), [keyword, filters]);
  const folded = view.filters.filter((filter) => filter.folded);
  const activeFolded = folded.filter((filter) => filters[filter.key] !== undefined).length;
  const [unfolded, setUnfolded] = useState(activeFolded > 0);
  const shown = view.filters.filter((filter) => unfolded || !filter.folded);
  if (view.filters.length === 0 && view.page.search !== true) return null;
  const set = (key: string, value: FilterValue | undefined) => {
    const { [key]: _, ...others } = draft.filters;
    setDraft({ ...draft, filters: value === undefined ? others : { ...others, [key]: value } });
  };
  return (
    <search className="engine-filters">
      <form
        aria-label={t('engine.filter.title')}
        onSubmit={(event) => {
          event.preventDefault();
          onChange(fromStart(state, draft));
        }}
      >
        {view.page.search === true ? (
          <div className="engine-filter">
            <label htmlFor={`${id}-keyword`}>{t('engine.filter.keyword')}</label>
            <Input
              id={`${id}-keyword`}
              allowClear
              prefix={<SearchOutlined aria-hidden="true" />}
              placeholder={keywordHint(view, t)}
              value={draft.keyword}
              onChange={(event) => setDraft({ ...draft, keyword: event.target.value })}
            />
          </div>
        ) : null}
        {shown.map((filter) => (
          <FilterItem
            key={filter.key}
            id={`${id}-${filter.key}`}
            filter={filter}
            value={draft.filters[filter.key]}
            onChange={(value) => set(filter.key, value)}
          />
        ))}
        <div className="engine-filter-buttons">
          {folded.length === 0 ? null : (
            <Button
              type="link"
              onClick={() => setUnfolded(!unfolded)}
              aria-expanded={unfolded}
              icon={unfolded ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
              iconPosition="end"
            >
              {unfolded
                ? t('engine.filter.less')
                : t('engine.filter.more', { count: activeFolded > 0 ? `（${activeFolded}）` : '' })}
            </Button>
          )}
          <Button onClick={() => onChange(fromStart(state, { keyword: '', filters: initial, extra: [] }))}>
            {t('engine.filter.reset')}
          </Button>
          <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden="true" />}>
            {t('engine.filter.query')}
          </Button>
        </div>
      </form>
    </search>
  );
}

function keywordHint(view: ListView, t: ReturnType<typeof useText>): string {
  const titles = view.entity.document.fields.filter((field) => field.searchable === true).map((field) => field.title);
  return titles.length === 0 ? t('engine.filter.keyword') : titles.slice(0, 3).join(' / ');
}

type FilterItemProps = {
  readonly id: string;
  readonly filter: FilterView;
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
};

function FilterItem({ id, filter, value, onChange }: FilterItemProps) {
  const t = useText();
  const { Filter } = faces[filter.field.type];
  return (
    <div className="engine-filter">
      <label htmlFor={id} title={filter.title}>
        {filter.title}
      </label>
      <ErrorBoundary fallback={() => <InlineFault text={t('engine.fault.filter')} />}>
        {filter.fault !== undefined ? (
          <InlineFault text={filter.fault} />
        ) : Filter === undefined ? (
          <InlineFault text={t('engine.fault.filter')} />
        ) : (
          <Filter id={id} title={filter.title} field={filter.field} value={value} onChange={onChange} />
        )}
      </ErrorBoundary>
    </div>
  );
}
