import { GlobalOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '../locales/i18n.ts';
import { settings, useSettings } from '../settings/settings.ts';
import { languages } from '../settings/settings-store.ts';

/** Chooses the language everything is said in; where the window is narrow, the header has no room for it. */
export function LanguageMenu({ isRoomy = true }: { readonly isRoomy?: boolean }) {
  const t = useText();
  const { language } = useSettings();
  const items = languages.map((key) => ({ key, label: <span lang={key}>{t(`lang.${key}`)}</span> }));
  const choose = (chosen: string) => {
    const known = languages.find((key) => key === chosen);
    if (known !== undefined) settings.change({ language: known });
  };
  return (
    <Dropdown
      menu={{ items, selectable: true, selectedKeys: [language], onClick: ({ key }) => choose(key) }}
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
    >
      <Button
        type="text"
        className={isRoomy ? 'shell-tool shell-tool-roomy' : 'shell-tool'}
        icon={<GlobalOutlined aria-hidden="true" />}
        aria-label={t('setting.language')}
        title={t('setting.language')}
        aria-haspopup="menu"
      />
    </Dropdown>
  );
}
