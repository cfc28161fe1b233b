import {
  ApartmentOutlined,
  AppstoreOutlined,
  CalendarOutlined,
  TableOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import type { DisplayView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { DesignNode } from '../../host/page-design.tsx';

const icons: Readonly<Record<DisplayView['kind'], ReactNode>> = {
  table: <TableOutlined aria-hidden="true" />,
  kanban: <AppstoreOutlined aria-hidden="true" />,
  calendar: <CalendarOutlined aria-hidden="true" />,
  tree: <ApartmentOutlined aria-hidden="true" />,
  fault: <WarningOutlined aria-hidden="true" />,
};

type DisplaySwitchProps = {
  readonly displays: readonly DisplayView[];
  readonly chosen: string;
  readonly onChange: (key: string) => void;
};

/** Chooses between the ways of looking at the rows; nothing where there is only one. */
export function DisplaySwitch({ displays, chosen, onChange }: DisplaySwitchProps) {
  const t = useText();
  if (displays.length < 2) return null;
  return (
    <Segmented<string>
      className="engine-display-switch"
      aria-label={t('engine.list.views')}
      size="small"
      value={chosen}
      onChange={onChange}
      options={displays.map((display) => ({
        value: display.key,
        icon: icons[display.kind],
        label: (
          <DesignNode at={['views', display.key]}>{display.title ?? t(`engine.list.view.${display.kind}`)}</DesignNode>
        ),
      }))}
    />
  );
}
