import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Pagination, Select } from 'antd';
import type { QueryAnswer } from '../../../model/wire/index.ts';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import { fromStart, type ListState, numberedRows, pageSizes } from '../state/list-state.ts';

type ListPagerProps = {
  readonly state: ListState;
  readonly answer: QueryAnswer;
  readonly onChange: (state: ListState) => void;
};

/** Numbered pages within the first thousand rows, beyond them from page to page. */
export function ListPager({ state, answer, onChange }: ListPagerProps) {
  const t = useText();
  const total = answer.total ?? answer.list.length;
  const isDeep = state.cursor !== undefined;
  const first = (state.page - 1) * state.size + 1;
  const lastNumbered = Math.floor(numberedRows / state.size);
  const atEnd = answer.totalIsCapped && state.page >= lastNumbered;
  const goTo = (cursor: string | null) => cursor !== null && onChange({ ...state, cursor });
  return (
    <nav className="engine-pager" aria-label={t('engine.pager.title')}>
      <span className="engine-total">
        {isDeep || answer.list.length === 0
          ? null
          : t('engine.pager.range', { from: formatNumber(first), to: formatNumber(first + answer.list.length - 1) })}
      </span>
      <span className="engine-pager-pages">
        {isDeep ? (
          <>
            <Button size="small" onClick={() => onChange(fromStart(state, {}))}>
              {t('engine.pager.first')}
            </Button>
            <Button
              size="small"
              icon={<LeftOutlined aria-hidden="true" />}
              disabled={answer.previous === null}
              onClick={() => goTo(answer.previous)}
            >
              {t('engine.pager.previous')}
            </Button>
          </>
        ) : (
          <Pagination
            size="small"
            current={state.page}
            pageSize={state.size}
            total={Math.min(total, numberedRows)}
            showSizeChanger={false}
            onChange={(page) => onChange(fromStart(state, { page }))}
          />
        )}
        {isDeep || atEnd ? (
          <Button
            size="small"
            icon={<RightOutlined aria-hidden="true" />}
            iconPosition="end"
            disabled={answer.next === null}
            onClick={() => goTo(answer.next)}
          >
            {t('engine.pager.next')}
          </Button>
        ) : null}
        <Select
          size="small"
          aria-label={t('engine.pager.size')}
          value={state.size}
          onChange={(size: number) => onChange(fromStart(state, { size }))}
          options={pageSizes.map((size) => ({ value: size, label: t('engine.pager.perPage', { size }) }))}
          popupMatchSelectWidth={false}
        />
      </span>
    </nav>
  );
}
