import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Pagination, Select } from 'antd';
import { useState } from 'react';
import type { ListView, QueryAnswer } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import { formatNumber } from '../format.ts';
import { fromStart, type ListState, numberedRows, pageSizes } from './list-state.ts';
import { useExactCount } from './use-list-query.ts';

type ListPagerProps = { readonly view: ListView; readonly state: ListState; readonly answer: QueryAnswer; readonly onChange: (state: ListState) => void };

/** Numbered pages within the first thousand rows, beyond them from page to page. */
export function ListPager({ view, state, answer, onChange }: ListPagerProps) {
  const t = useText();
  const total = answer.total ?? answer.list.length;
  const isDeep = state.cursor !== undefined;
  const lastNumbered = Math.floor(numberedRows / state.size);
  const atEnd = answer.totalIsCapped && state.page >= lastNumbered;
  const goTo = (cursor: string | null) => cursor !== null && onChange({ ...state, cursor });
  return (
    <nav className="engine-pager" aria-label={t('engine.pager.title')}>
      <Total view={view} state={state} answer={answer} key={JSON.stringify([state.keyword, state.filters, state.extra])} />
      <span className="engine-pager-pages">
        {isDeep ? (
          <>
            <Button size="small" onClick={() => onChange(fromStart(state, {}))}>
              {t('engine.pager.first')}
            </Button>
            <Button size="small" icon={<LeftOutlined aria-hidden="true" />} disabled={answer.previous === null} onClick={() => goTo(answer.previous)}>
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
          <Button size="small" icon={<RightOutlined aria-hidden="true" />} iconPosition="end" disabled={answer.next === null} onClick={() => goTo(answer.next)}>
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

function Total({ view, state, answer }: Omit<ListPagerProps, 'onChange'>) {
  const t = useText();
  const [wanted, setWanted] = useState(false);
  const exact = useExactCount(view, state, wanted && answer.totalIsCapped);
  if (!answer.totalIsCapped) return <span className="engine-total">{t('engine.pager.total', { total: formatNumber(answer.total ?? 0) })}</span>;
  const counted = exact.data?.total;
  if (typeof counted === 'number') return <span className="engine-total">{t('engine.pager.total', { total: formatNumber(counted) })}</span>;
  return (
    <span className="engine-total">
      {t('engine.pager.total', { total: `${formatNumber(answer.total ?? numberedRows)}+` })}
      <Button type="link" size="small" loading={exact.isFetching} onClick={() => (exact.isError ? void exact.refetch() : setWanted(true))}>
        {exact.isError ? t('engine.pager.countFailed') : t('engine.pager.count')}
      </Button>
    </span>
  );
}
