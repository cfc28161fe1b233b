import {
  BarChartOutlined,
  DownOutlined,
  HighlightOutlined,
  LayoutOutlined,
  LockOutlined,
  LogoutOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { Avatar, Dropdown, type MenuProps } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useText } from '../locales/i18n.ts';

type Props = {
  readonly name: string;
  /** Address of the user's picture. */
  readonly picture?: string | undefined;
  /** Path of the page with personal information; none where the user may not open it. */
  readonly personalPath: string | undefined;
  readonly onSettings: () => void;
  /** Covers the page until the user signs in again; absent where he looks as another. */
  readonly onLock?: (() => void) | undefined;
  /** Turns the page that is shown into its own editor; absent for who may not. */
  readonly onDesign?: (() => void) | undefined;
  /** Path of the page with the user's own analyses. */
  readonly analysisPath: string;
  /** Path of the page with all designed pages; absent for who neither designs nor publishes. */
  readonly designsPath?: string | undefined;
  readonly onSignOut: () => void;
};

/** The user's name with what concerns him alone. */
export function UserMenu({
  name,
  picture,
  personalPath,
  onSettings,
  onDesign,
  analysisPath,
  designsPath,
  onLock,
  onSignOut,
}: Props) {
  const t = useText();
  const navigate = useNavigate();
  const personal = { key: 'personal', icon: <UserOutlined />, label: t('user.personalInfo') };
  const items: MenuProps['items'] = [
    ...(personalPath === undefined ? [] : [personal, { type: 'divider' as const }]),
    { key: 'analysis', icon: <BarChartOutlined />, label: t('analysis.title') },
    ...(onDesign === undefined ? [] : [{ key: 'design', icon: <HighlightOutlined />, label: t('designing.start') }]),
    ...(designsPath === undefined ? [] : [{ key: 'designs', icon: <LayoutOutlined />, label: t('designing.all') }]),
    { key: 'settings', icon: <SettingOutlined />, label: t('setting.title') },
    ...(onLock === undefined ? [] : [{ key: 'lock', icon: <LockOutlined />, label: t('user.lock') }]),
    { key: 'logout', icon: <LogoutOutlined />, label: t('user.logout') },
  ];
  const handleClick: MenuProps['onClick'] = ({ key }) => {
    if (key === 'logout') onSignOut();
    else if (key === 'settings') onSettings();
    else if (key === 'lock') onLock?.();
    else if (key === 'design') onDesign?.();
    else if (key === 'analysis') void navigate(analysisPath);
    else if (key === 'designs' && designsPath !== undefined) void navigate(designsPath);
    else if (personalPath !== undefined) void navigate(personalPath);
  };
  return (
    <Dropdown
      menu={{ items, onClick: handleClick }}
      trigger={['click']}
      placement="bottomRight"
      // In the header, which stays where it is when the page is scrolled.
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
    >
      <button type="button" className="shell-user" aria-label={t('shell.userMenu', { name })} aria-haspopup="menu">
        <Avatar size={28} className="shell-avatar" {...(picture === undefined ? {} : { src: picture, alt: '' })}>
          {name.slice(-1)}
        </Avatar>
        <span className="shell-user-name">{name}</span>
        <DownOutlined className="shell-user-arrow" />
      </button>
    </Dropdown>
  );
}
