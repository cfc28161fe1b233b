import { Tabs } from 'antd';
import { PageHeader } from '../../react/index.ts';
import { MadeList, type MadeListProps } from '../made/made-list.tsx';
import { PagePackages } from '../made/page-packages.tsx';
import { useDesignText } from '../texts/use-design-text.ts';
import { DesignList } from './design-list.tsx';
import { UpgradeReview } from './upgrade-review.tsx';

/** All designed pages of a product in one place: what an upgrade left to decide, how every page stands, and new ones. */
export function DesignsPage({ mayDesign, mayPublish }: MadeListProps) {
  const t = useDesignText();
  return (
    <div className="engine-page">
      <PageHeader title={t('designer.name')} />
      <div className="engine-card design-upgrade-body">
        <Tabs
          items={[
            { key: 'upgrade', label: '升级核对', children: <UpgradeReview /> },
            { key: 'pages', label: '全部页面', children: <DesignList /> },
            { key: 'made', label: '新页面', children: <MadeList mayDesign={mayDesign} mayPublish={mayPublish} /> },
            { key: 'packages', label: '页面包', children: <PagePackages mayPublish={mayPublish} /> },
          ]}
        />
      </div>
    </div>
  );
}
