import { FilterOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { countOf } from '../../conditions/advanced.ts';
import { isComplete } from '../../conditions/filter-value.ts';
import { useText } from '../../host/engine-context.tsx';
import type { ListState } from '../state/list-state.ts';
import { AdvancedButton } from './advanced-button.tsx';
import { FilterItem } from './filter-item.tsx';
import { KeywordField } from './keyword-field.tsx';
import type { DraftedFiltersProps } from './use-filter-draft.ts';

/** On a phone: the search, and a button that tells how many conditions are in force and opens them. */
export function NarrowFilters({ view, state, onChange, draft, onReset }: DraftedFiltersProps) {
  const t = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const count = activeFilters(state);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    setOpen(false);
    draft.apply();
  };
  return (
    <search className="engine-filters engine-filters-narrow">
      <form aria-label={t('engine.filter.title')} onSubmit={apply}>
        {view.page.search === true ? (
          <>
            <label className="engine-said" htmlFor={`${id}-keyword`}>
              {t('engine.filter.keyword')}
            </label>
            <KeywordField id={`${id}-keyword`} view={view} value={draft.keyword} onChange={draft.setKeyword} />
            <Button
              htmlType="submit"
              icon={<SearchOutlined aria-hidden="true" />}
              aria-label={t('engine.filter.query')}
            />
          </>
        ) : null}
        {view.filters.length === 0 ? null : (
          <Button
            icon={<FilterOutlined aria-hidden="true" />}
            type={count > 0 ? 'primary' : 'default'}
            onClick={() => setOpen(true)}
          >
            {count > 0 ? t('engine.filter.openCount', { count }) : t('engine.filter.open')}
          </Button>
        )}
      </form>
      <Drawer
        open={isOpen}
        onClose={() => setOpen(false)}
        placement="bottom"
        height="85%"
        title={t('engine.filter.title')}
        className="engine-filters-drawer"
        footer={
          <div className="engine-filters-foot">
            <Button
              onClick={() => {
                setOpen(false);
                onReset();
              }}
            >
              {t('engine.filter.reset')}
            </Button>
            <Button type="primary" htmlType="submit" form={`${id}-drawer`}>
              {t('engine.filter.query')}
            </Button>
          </div>
        }
      >
        <form id={`${id}-drawer`} aria-label={t('engine.filter.title')} onSubmit={apply}>
          {view.filters.map((filter) => (
            <FilterItem
              key={filter.key}
              id={`${id}-${filter.key}`}
              filter={filter}
              value={draft.filters[filter.key]}
              onSet={draft.set}
            />
          ))}
        </form>
        <AdvancedButton view={view} state={state} onChange={onChange} />
      </Drawer>
    </search>
  );
}

function activeFilters(state: ListState): number {
  return Object.values(state.filters).filter(isComplete).length + state.extra.length + countOf(state.advanced);
}
