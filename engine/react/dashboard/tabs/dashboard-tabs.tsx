import { WarningOutlined } from '@ant-design/icons';
import { Tabs } from 'antd';
import type { DashboardTabView } from '../../../model/view/index.ts';
import { Notice } from '../../faults/fault-block.tsx';
import { useText } from '../../host/engine-context.tsx';
import { innerParams, outerParams } from '../../page/inner-params.ts';
import { PageTab } from '../../page/page-tab.tsx';

type Params = Readonly<Record<string, string>>;

type DashboardTabsProps = {
  readonly tabs: readonly DashboardTabView[];
  /** Parameters of the page around them: `tab` is the one chosen, those that begin with `in.` are the inner page's. */
  readonly params: Params;
  /** Told the parameters that are the tabs' own. */
  readonly onParams: (params: Params) => void;
};

/** Other dashboards below the cards, one at a time; a single one needs no tab to choose it by. */
export function DashboardTabs({ tabs, params, onParams }: DashboardTabsProps) {
  const t = useText();
  const chosen = tabs.find(({ key }) => key === params.tab) ?? tabs[0];
  if (chosen === undefined) return null;
  const keepInner = (inner: Params) => onParams({ ...tabParam(chosen, tabs), ...outerParams(inner) });
  const body = <TabBody key={chosen.key} tab={chosen} params={innerParams(params)} onParams={keepInner} />;
  if (tabs.length === 1) return body;
  return (
    <Tabs
      aria-label={t('engine.dashboard.tabs')}
      activeKey={chosen.key}
      onChange={(key) => onParams(tabParam({ key }, tabs))}
      destroyOnHidden
      items={tabs.map((tab) => ({
        key: tab.key,
        label: tab.title,
        children: tab.key === chosen.key ? body : null,
      }))}
    />
  );
}

/** The parameter that names a tab; the first one needs none. */
function tabParam({ key }: { readonly key: string }, tabs: readonly DashboardTabView[]): Params {
  return key === tabs[0]?.key ? {} : { tab: key };
}

type TabBodyProps = {
  readonly tab: DashboardTabView;
  readonly params: Params;
  readonly onParams: (params: Params) => void;
};

function TabBody({ tab, params, onParams }: TabBodyProps) {
  const t = useText();
  if (tab.page !== undefined) return <PageTab page={tab.page} params={params} onParams={onParams} />;
  const name = t('engine.list.faultOf', { name: tab.title });
  return <Notice role="alert" icon={<WarningOutlined aria-hidden="true" />} title={name} detail={tab.fault} />;
}
