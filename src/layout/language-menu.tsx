import { GlobalOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useText } from '../locales/i18n.ts';
import { settings, useSettings } from '../settings/settings.ts';
import { languages } from '../settings/settings-store.ts';

/** Chooses the language; the sentences of the product itself are Chinese in each of them. */
export function LanguageMenu() {
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
        className="shell-tool shell-tool-roomy"
        icon={<GlobalOutlined aria-hidden="true" />}
        aria-label={t('setting.language')}
        title={t('setting.language')}
        aria-haspopup="menu"
      />
    </Dropdown>
  );
}
