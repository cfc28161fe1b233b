import {
  AppstoreOutlined,
  BarChartOutlined,
  DashboardOutlined,
  FundOutlined,
  HomeOutlined,
  IdcardOutlined,
  ProfileOutlined,
  ProjectOutlined,
  ReadOutlined,
  SettingOutlined,
  ShoppingCartOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import type { MenuIconName } from '../../engine/model/documents/index.ts';

// By name, because taking the whole set along would double the app.
const icons: ReadonlyMap<string, ComponentType> = new Map<MenuIconName, ComponentType>([
  ['bar-chart', BarChartOutlined],
  ['dashboard', DashboardOutlined],
  ['fund', FundOutlined],
  ['home', HomeOutlined],
  ['idcard', IdcardOutlined],
  ['profile', ProfileOutlined],
  ['project', ProjectOutlined],
  ['read', ReadOutlined],
  ['setting', SettingOutlined],
  ['shopping-cart', ShoppingCartOutlined],
  ['team', TeamOutlined],
]);

/** The icon a menu names; a plain one for a name that is not known. */
export function MenuIcon({ name }: { readonly name: string }) {
  const Icon = icons.get(name) ?? AppstoreOutlined;
  return <Icon />;
}
