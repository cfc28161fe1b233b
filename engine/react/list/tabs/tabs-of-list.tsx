import { WarningOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { queryKeys } from '../../../client/index.ts';
import { cardWhere } from '../../../model/record/index.ts';
import type { ListTabView, ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest } from '../../../model/wire/index.ts';
import { formatNumber } from '../../formats/format.ts';
import { useText } from '../../host/engine-context.tsx';
import { DesignNode } from '../../host/page-design.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';

export type ListTabsProps = {
  readonly view: ListView;
  readonly chosen: string;
  readonly onChange: (key: string) => void;
  /** Stands right of the tabs. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
};

/** The tabs above a list with what the chosen one shows. */
export function TabsOfList({ view, chosen, onChange, beside, children }: ListTabsProps) {
  const t = useText();
  return (
    <Tabs
      className="engine-list-tabs"
      aria-label={t('engine.list.tabs')}
      activeKey={chosen}
      onChange={onChange}
      destroyOnHidden
      renderTabBar={(bar, Bar) => (
        <TabLine beside={beside}>
          <Bar {...bar} />
        </TabLine>
      )}
      items={view.tabs.map((tab) => ({
        key: tab.key,
        label: (
          <DesignNode at={['tabs', tab.key]}>
            <TabLabel tab={tab} view={view} />
          </DesignNode>
        ),
        // Only the chosen tab draws anything.
        children: tab.key === chosen ? <div className="engine-page">{children}</div> : null,
      }))}
    />
  );
}

/**
 * The tabs with what stands right of them. Tabs without room are also in a menu, for the mouse: the arrow keys reach them
 * where they are, and a list of tabs has nothing but tabs for those who listen.
 */
function TabLine({ beside, children }: { readonly beside: ReactNode; readonly children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = line.current?.querySelector('.ant-tabs-nav-more');
    menu?.setAttribute('aria-hidden', 'true');
    menu?.setAttribute('tabindex', '-1');
  }, []);
  return (
    <div className="engine-list-tab-line" ref={line}>
      {children}
      {beside}
    </div>
  );
}

function TabLabel({ tab, view }: { readonly tab: ListTabView; readonly view: ListView }) {
  if (tab.fault !== undefined) {
    return (
      <span className="engine-inline-fault">
        <WarningOutlined aria-hidden="true" /> {tab.title}
      </span>
    );
  }
  return (
    <>
      {tab.title}
      {tab.counted ? <TabCount tab={tab} view={view} /> : null}
    </>
  );
}

/** How many rows a tab holds by its own conditions; a count that fails is simply not there. */
function TabCount({ tab, view }: { readonly tab: ListTabView; readonly view: ListView }) {
  const page = usePageRuntime();
  const path = view.page.api.query;
  const where = cardWhere(tab.where);
  const body: QueryRequest = {
    size: 1,
    count: 'capped',
    fields: [],
    ...(where.length === 0 ? {} : { where: { and: where } }),
  };
  const { data } = useQuery({
    queryKey: queryKeys.rows(view.page.entity, page.name, path, body),
    queryFn: ({ signal }) => page.call<QueryAnswer>(path, body, { signal }),
  });
  if (typeof data?.total !== 'number') return null;
  return (
    <span className="engine-tab-count">
      {formatNumber(data.total)}
      {data.totalIsCapped ? '+' : ''}
    </span>
  );
}
