import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageDesign } from '../../host/page-design.tsx';
import { useIsNarrow } from '../../theme/use-media.ts';
import { type ListState, unfiltered } from '../state/list-state.ts';
import { usePersistedState } from '../state/persisted-state.ts';
import { AdvancedButton } from './advanced-button.tsx';
import { FilterItem } from './filter-item.tsx';
import { KeywordField } from './keyword-field.tsx';
import { NarrowFilters } from './narrow-filters.tsx';
import { type DraftedFiltersProps, useFilterDraft } from './use-filter-draft.ts';
import { useFilterRoom } from './use-filter-room.ts';
import './filters.css';
import { bracketed } from '../../formats/listed.ts';

type FilterBarProps = {
  readonly view: ListView;
  readonly state: ListState;
  /** What the page or its view holds before anybody changes it; 重置 goes back to it. */
  readonly initial: ListState;
  readonly onChange: (state: ListState) => void;
};

/** Conditions of a list: beside each other, or behind a button where there is no room. */
export function FilterBar({ view, state, initial, onChange }: FilterBarProps) {
  const isNarrow = useIsNarrow();
  const draft = useFilterDraft(state, onChange);
  if (view.filters.length === 0 && view.page.search !== true) return null;
  const { filters, keyword, extra, advanced, sort } = initial;
  const onReset = () =>
    onChange({
      ...unfiltered(state, filters),
      ...{ keyword, extra, sort },
      ...(advanced === undefined ? {} : { advanced }),
    });
  const Filters = isNarrow ? NarrowFilters : WideFilters;
  return <Filters view={view} state={state} onChange={onChange} draft={draft} onReset={onReset} />;
}

/** The common conditions in one line, the rest folded; Enter or 查询 applies them. */
function WideFilters({ view, state, onChange, draft, onReset }: DraftedFiltersProps) {
  const t = useText();
  const id = useId();
  const line = useRef<HTMLFormElement>(null);
  const inLine = useFilterRoom(line, view.filters, view.page.search === true);
  const folded = view.filters.filter(({ key }) => !inLine.has(key));
  const activeFolded = folded.filter((filter) => state.filters[filter.key] !== undefined).length;
  const [wasUnfolded, setUnfolded] = useUnfolded(view, activeFolded > 0);
  const isDesigned = usePageDesign() !== undefined;
  const isUnfolded = wasUnfolded || isDesigned;
  const shown = view.filters.filter(({ key }) => isUnfolded || inLine.has(key));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    draft.apply();
  };
  return (
    <search className="engine-filters">
      <form ref={line} aria-label={t('engine.filter.title')} onSubmit={onSubmit}>
        {view.page.search === true ? (
          <div className="engine-filter engine-filter-search">
            <label className="engine-said" htmlFor={`${id}-keyword`}>
              {t('engine.filter.keyword')}
            </label>
            <KeywordField id={`${id}-keyword`} view={view} value={draft.keyword} onChange={draft.setKeyword} />
          </div>
        ) : null}
        {shown.map((filter) => (
          <FilterItem
            key={filter.key}
            id={`${id}-${filter.key}`}
            filter={filter}
            value={draft.filters[filter.key]}
            onSet={draft.set}
          />
        ))}
        <div className="engine-filter-buttons">
          {folded.length === 0 ? null : (
            <Button
              type="link"
              onClick={() => setUnfolded(!isUnfolded)}
              aria-expanded={isUnfolded}
              icon={isUnfolded ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
              iconPosition="end"
            >
              {isUnfolded
                ? t('engine.filter.less')
                : t('engine.filter.more', { count: activeFolded > 0 ? bracketed(String(activeFolded)) : '' })}
            </Button>
          )}
          <AdvancedButton view={view} state={state} onChange={onChange} />
          <Button onClick={onReset}>{t('engine.filter.reset')}</Button>
          <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden="true" />}>
            {t('engine.filter.query')}
          </Button>
        </div>
      </form>
    </search>
  );
}

/** Whether the rare conditions are shown: as the user left them, and always when one of them is in force. */
function useUnfolded(view: ListView, hasActive: boolean) {
  const kept = usePersistedState(view.page.name, 'unfolded');
  const [isUnfolded, setUnfolded] = useState(() => hasActive || kept.read() === true);
  const set = (next: boolean) => {
    setUnfolded(next);
    kept.keep(next);
  };
  return [isUnfolded, set] as const;
}
