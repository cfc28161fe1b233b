import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { pathTitle, resolvePath } from '../../../model/entity/index.ts';
import type { ListView } from '../../../model/view/index.ts';
import { AdvancedWords } from '../../conditions/advanced-words.tsx';
import { isComplete } from '../../conditions/filter-value.ts';
import { FilterWords } from '../../conditions/filter-words.tsx';
import { operatorText } from '../../conditions/operators.ts';
import { titled } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { fromStart, isFiltered, type ListState, unfiltered } from '../state/list-state.ts';

/** What narrows the list, in plain words, each to be taken away by itself. */
export function FilterChips({
  view,
  state,
  onChange,
}: {
  readonly view: ListView;
  readonly state: ListState;
  readonly onChange: (state: ListState) => void;
}) {
  const t = useText();
  const { context } = usePageRuntime();
  if (!isFiltered(state)) return null;
  const without = (key: string) => Object.fromEntries(Object.entries(state.filters).filter(([other]) => other !== key));
  return (
    <ul className="engine-chips" aria-label={t('engine.filter.active')}>
      {state.keyword.trim() === '' ? null : (
        <Chip title={t('engine.filter.keyword')} onClose={() => onChange(fromStart(state, { keyword: '' }))}>
          {state.keyword}
        </Chip>
      )}
      {view.filters.map((filter) => {
        const value = state.filters[filter.key];
        if (value === undefined || !isComplete(value)) return null;
        return (
          <Chip
            key={filter.key}
            title={filter.title}
            onClose={() => onChange(fromStart(state, { filters: without(filter.key) }))}
          >
            <FilterWords field={filter.field} value={value} />
          </Chip>
        );
      })}
      {state.extra.map((condition) => {
        const field = resolvePath(context.entities, view.entity.document, condition.field)?.field;
        const rest = state.extra.filter((other) => other !== condition);
        return (
          <Chip
            key={`${condition.field}/${condition.op}`}
            title={pathTitle(context.entities, view.entity.document, condition.field)}
            onClose={() => onChange(fromStart(state, { extra: rest }))}
          >
            {condition.than === undefined ? (
              <FilterWords field={field} value={condition} />
            ) : (
              `${t(operatorText(condition.op, field))} ${pathTitle(context.entities, view.entity.document, condition.than)}`
            )}
          </Chip>
        );
      })}
      {state.advanced === undefined ? null : (
        <Chip title={t('engine.advanced.title')} onClose={() => onChange(withoutAdvanced(state))}>
          <AdvancedWords view={view} group={state.advanced} />
        </Chip>
      )}
      <li>
        <Button type="link" size="small" onClick={() => onChange(unfiltered(state))}>
          {t('engine.filter.clear')}
        </Button>
      </li>
    </ul>
  );
}

function withoutAdvanced(state: ListState): ListState {
  const { advanced: _, ...rest } = state;
  return fromStart(rest, {});
}

function Chip({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const t = useText();
  return (
    <li className="engine-chip">
      <span className="engine-quiet">{titled(title, '')}</span>
      <span className="engine-chip-value">{children}</span>
      <button type="button" onClick={onClose} aria-label={t('engine.filter.remove', { title })}>
        <CloseOutlined aria-hidden="true" />
      </button>
    </li>
  );
}
