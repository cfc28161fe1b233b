import { Tabs } from 'antd';
import { PageHeader } from '../../react/index.ts';
import { DictionariesPanel } from '../dictionaries/dictionaries-panel.tsx';
import { FieldsPanel } from '../fields/fields-panel.tsx';
import { MadeList, type MadeListProps } from '../made/made-list.tsx';
import { PagePackages } from '../made/page-packages.tsx';
import { useDesignText } from '../texts/use-design-text.ts';
import { DesignList } from './design-list.tsx';
import { UpgradeReview } from './upgrade-review.tsx';

type DesignsPageProps = MadeListProps & {
  /** Whether one makes fields. */
  readonly mayMakeFields?: boolean;
};

/**
 * What is designed of a product in one place: what an upgrade left to decide, how every page stands, new ones, and fields
 * of its own. Who only makes fields sees these.
 */
export function DesignsPage({ mayDesign, mayPublish, mayMakeFields = false }: DesignsPageProps) {
  const t = useDesignText();
  const ofPages = [
    { key: 'upgrade', label: '升级核对', children: <UpgradeReview /> },
    { key: 'pages', label: '全部页面', children: <DesignList /> },
    { key: 'made', label: '新页面', children: <MadeList mayDesign={mayDesign} mayPublish={mayPublish} /> },
    { key: 'packages', label: '页面包', children: <PagePackages mayPublish={mayPublish} /> },
  ];
  const ofFields = [
    { key: 'fields', label: '自定义字段', children: <FieldsPanel /> },
    { key: 'dictionaries', label: '字典', children: <DictionariesPanel /> },
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
