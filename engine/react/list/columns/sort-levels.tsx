import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import type { ListView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { changedSort, maxSorts, movedSort, sortInForce, sortKeys } from '../state/list-sort.ts';
import { fromStart, type ListState } from '../state/list-state.ts';
import './sort-levels.css';

export type SortLevelsProps = {
  readonly view: ListView;
  readonly state: ListState;
  readonly setState: (state: ListState) => void;
};

/** By which columns a list is sorted, the first before the others: each with its direction, its place and a way out. */
export function SortLevels({ view, state, setState }: SortLevelsProps) {
  const t = useText();
  const sort = sortInForce(state, view);
  const sortable = view.columns.filter((column) => column.sortable);
  const titles = new Map(sortable.map(({ path, title }) => [path, title]));
  const set = (next: readonly string[]) => setState(fromStart(state, { sort: next }));
  // What the page itself sorts by and shows no column of stays unnamed.
  const levels = sortKeys(sort).filter(({ path }) => titles.has(path));
  const items = levels.map(({ path, isDown }) => (isDown ? `-${path}` : path));
  const free = sortable.filter(({ path }) => !levels.some((level) => level.path === path));
  const choices = free.map(({ path, title }) => ({ value: path, label: title }));
  return (
    <section className="engine-sort-levels" aria-label={t('engine.sort.title')}>
      <ol>
        {levels.map(({ path, isDown }, index) => {
          const title = titles.get(path) ?? path;
          return (
            <li key={path}>
              <span className="engine-sort-place">{index + 1}</span>
              <Select
                size="small"
                aria-label={t('engine.sort.column', { place: index + 1 })}
                value={path}
                options={[{ value: path, label: title }, ...choices]}
                onChange={(next: string) => set(changedSort(items, index, isDown ? `-${next}` : next))}
              />
              <Button
                size="small"
                aria-label={t(isDown ? 'engine.sort.turnUp' : 'engine.sort.turnDown', { title })}
                onClick={() => set(changedSort(items, index, isDown ? path : `-${path}`))}
              >
                {t(isDown ? 'engine.sort.falling' : 'engine.sort.rising')}
              </Button>
              <Button
                type="text"
                size="small"
                icon={index === 0 ? <ArrowDownOutlined aria-hidden="true" /> : <ArrowUpOutlined aria-hidden="true" />}
                aria-label={t(index === 0 ? 'engine.sort.later' : 'engine.sort.earlier', { title })}
                disabled={levels.length === 1}
                onClick={() => set(movedSort(items, index, index === 0 ? 1 : -1))}
              />
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden="true" />}
                aria-label={t('engine.sort.remove', { title })}
                onClick={() => set(items.filter((_, at) => at !== index))}
              />
            </li>
          );
        })}
      </ol>
      <div className="engine-sort-foot">
        <Select
          size="small"
          aria-label={t('engine.sort.add')}
          value={null}
          suffixIcon={<PlusOutlined aria-hidden="true" />}
          placeholder={levels.length < maxSorts ? t('engine.sort.add') : t('engine.sort.most', { count: maxSorts })}
          disabled={levels.length >= maxSorts || choices.length === 0}
          options={choices}
          onChange={(path: string | null) => (path === null ? undefined : set([...items, path]))}
        />
        <Button type="link" size="small" disabled={state.sort.length === 0} onClick={() => set([])}>
          {t('engine.sort.plain')}
        </Button>
      </div>
    </section>
  );
}
