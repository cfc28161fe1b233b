import { Tabs } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { lazyPartWith, PageHeader, Waiting } from '../../react/index.ts';
import { MissingTool } from '../frame/missing-tool.tsx';
import type { MadeListProps } from '../made/made-list.tsx';
import { useDesignText } from '../texts/use-design-text.ts';
import { DesignList } from './design-list.tsx';
import type { EditedPlace } from './upgrade-edits.ts';
import { UpgradeReview } from './upgrade-review.tsx';

// Each comes with the tab that shows it: who only looks after an upgrade makes no pages and no fields.
const lazyTool = lazyPartWith(MissingTool);
const MadeList = lazyTool(async () => (await import('../made/made-parts.ts')).MadeList);
const PagePackages = lazyTool(async () => (await import('../made/made-parts.ts')).PagePackages);
const FieldsPanel = lazyTool(async () => (await import('../fields/fields-panel.tsx')).FieldsPanel);
const DictionariesPanel = lazyTool(
  async () => (await import('../dictionaries/dictionaries-panel.tsx')).DictionariesPanel,
);

type DesignsPageProps = MadeListProps & {
  /** Whether one makes fields. */
  readonly mayMakeFields?: boolean;
  /** Opens a page where it was edited, to be designed. */
  readonly onDesign?: (place: EditedPlace) => void;
};

/**
 * What is designed of a product in one place: what an upgrade left to decide, how every page stands, new ones, and fields
 * of its own. Who only makes fields sees these.
 */
export function DesignsPage({ mayDesign, mayPublish, mayMakeFields = false, onDesign }: DesignsPageProps) {
  const t = useDesignText();
  const ofPages = [
    {
      key: 'upgrade',
      label: t('designer.all.upgrade'),
      children: <UpgradeReview onDesign={mayDesign ? onDesign : undefined} />,
    },
    { key: 'pages', label: t('designer.all.pages'), children: <DesignList /> },
    {
      key: 'made',
      label: t('designer.all.made'),
      children: waited(<MadeList mayDesign={mayDesign} mayPublish={mayPublish} />),
    },
    { key: 'packages', label: t('designer.all.packages'), children: waited(<PagePackages mayPublish={mayPublish} />) },
  ];
  const ofFields = [
    { key: 'fields', label: t('designer.all.fields'), children: waited(<FieldsPanel />) },
    { key: 'dictionaries', label: t('designer.all.dictionaries'), children: waited(<DictionariesPanel />) },
  ];
  return (
    <div className="engine-page">
      <PageHeader title={t('designer.name')} />
      <div className="engine-card design-upgrade-body">
        <Tabs items={[...(mayDesign || mayPublish ? ofPages : []), ...(mayMakeFields ? ofFields : [])]} />
      </div>
    </div>
  );
}

function waited(children: ReactNode) {
  return <Suspense fallback={<Waiting />}>{children}</Suspense>;
}
