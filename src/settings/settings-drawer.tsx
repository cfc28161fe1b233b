import { CheckOutlined } from '@ant-design/icons';
import { Button, Drawer, Segmented, Switch } from 'antd';
import { useText } from '../locales/i18n.ts';
import { settings, useSettings } from './settings.ts';
import { type Appearance, defaultSettings } from './settings-store.ts';
import './settings.css';

type Props = { readonly isOpen: boolean; readonly onClose: () => void };

/** Primary colours on offer, the specification's first. */
const colours = [
  { value: defaultSettings.primaryColour, name: 'setting.colour.blue' },
  { value: '#13a8a8', name: 'setting.colour.cyan' },
  { value: '#389e0d', name: 'setting.colour.green' },
  { value: '#722ed1', name: 'setting.colour.purple' },
  { value: '#d4380d', name: 'setting.colour.orange' },
  { value: '#cf1322', name: 'setting.colour.red' },
] as const;

/** The look of the product as this user of this browser likes it; every choice shows at once. */
export function SettingsDrawer({ isOpen, onClose }: Props) {
  const t = useText();
  const { appearance, isColourWeak, isMultiTab } = useSettings();
  const choices: readonly { value: Appearance; label: string }[] = [
    { value: 'light', label: t('setting.appearance.light') },
    { value: 'dark', label: t('setting.appearance.dark') },
    { value: 'system', label: t('setting.appearance.system') },
  ];
  return (
    <Drawer title={t('setting.title')} open={isOpen} onClose={onClose} width={320} className="settings">
      <section aria-labelledby="settings-appearance">
        <h3 id="settings-appearance">{t('setting.appearance')}</h3>
        <Segmented<Appearance>
          block
          aria-labelledby="settings-appearance"
          options={[...choices]}
          value={appearance}
          onChange={(chosen) => settings.change({ appearance: chosen })}
        />
      </section>
      <ColourChoice />
      <section className="settings-line">
        <h3 id="settings-tabs">{t('setting.multiTab')}</h3>
        <Switch
          aria-labelledby="settings-tabs"
          checked={isMultiTab}
          onChange={(isOn) => settings.change({ isMultiTab: isOn })}
        />
      </section>
      <section className="settings-line">
        <h3 id="settings-weak">{t('setting.colorWeak')}</h3>
        <Switch
          aria-labelledby="settings-weak"
          checked={isColourWeak}
          onChange={(isOn) => settings.change({ isColourWeak: isOn })}
        />
      </section>
      <Button block onClick={() => settings.change(defaultSettings)}>
        {t('setting.reset')}
      </Button>
    </Drawer>
  );
}

function ColourChoice() {
  const t = useText();
  const { primaryColour } = useSettings();
  return (
    <section aria-labelledby="settings-colour">
      <h3 id="settings-colour">{t('setting.primaryColor')}</h3>
      <div className="settings-colours" role="radiogroup" aria-labelledby="settings-colour">
        {colours.map(({ value, name }) => (
          <label key={value} className="settings-colour" style={{ background: value }} title={t(name)}>
            <input
              type="radio"
              name="primary-colour"
              aria-label={t(name)}
              checked={value === primaryColour}
              onChange={() => settings.change({ primaryColour: value })}
            />
            {value === primaryColour ? <CheckOutlined aria-hidden="true" /> : null}
          </label>
        ))}
      </div>
    </section>
  );
}
