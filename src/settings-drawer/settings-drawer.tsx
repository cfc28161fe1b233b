import { CheckOutlined } from '@ant-design/icons';
import { Button, Drawer, Segmented, Select, Switch } from 'antd';
import { useId } from 'react';
import { useCopy } from '../copy/use-copy.ts';
import { useText } from '../locales/i18n.ts';
import { defaultSettings, settings, useSettings } from '../settings/settings.ts';
import { languages, type Settings, specifiedSettings } from '../settings/settings-store.ts';
import './settings.css';

type Props = { readonly isOpen: boolean; readonly onClose: () => void };

/** Primary colours on offer, the specification's first but for the product's own. */
const offered = [
  { value: specifiedSettings.primaryColour, name: 'setting.colour.blue' },
  { value: '#13a8a8', name: 'setting.colour.cyan' },
  { value: '#389e0d', name: 'setting.colour.green' },
  { value: '#722ed1', name: 'setting.colour.purple' },
  { value: '#d4380d', name: 'setting.colour.orange' },
  { value: '#cf1322', name: 'setting.colour.red' },
] as const;
const own = { value: defaultSettings.primaryColour, name: 'setting.colour.own' } as const;
const colours = offered.some(({ value }) => value === own.value) ? offered : [own, ...offered];

/** The look of the product as this user of this browser likes it; every choice shows at once. */
export function SettingsDrawer({ isOpen, onClose }: Props) {
  const t = useText();
  const copy = useCopy();
  const chosen = useSettings();
  return (
    <Drawer title={t('setting.title')} open={isOpen} onClose={onClose} width={320} className="settings">
      <Choice
        of="appearance"
        title={t('setting.appearance')}
        choices={[
          { value: 'light', label: t('setting.appearance.light') },
          { value: 'dark', label: t('setting.appearance.dark') },
          { value: 'system', label: t('setting.appearance.system') },
        ]}
      />
      <Choice
        of="menuStyle"
        title={t('setting.pageStyle')}
        choices={[
          { value: 'dark', label: t('setting.pageStyle.dark') },
          { value: 'light', label: t('setting.pageStyle.light') },
        ]}
      />
      <ColourChoice />
      <Choice
        of="layout"
        title={t('setting.navMode')}
        isTall
        choices={[
          { value: 'side', label: t('setting.navMode.side') },
          { value: 'top', label: t('setting.navMode.top') },
          { value: 'mixed', label: t('setting.navMode.mixed') },
        ]}
      />
      <Choice
        of="contentWidth"
        title={t('setting.contentWidth')}
        choices={[
          { value: 'fluid', label: t('setting.contentWidth.fluid') },
          { value: 'fixed', label: t('setting.contentWidth.fixed') },
        ]}
      />
      <Line of="isHeaderFixed" title={t('setting.fixedHeader')} />
      <Line of="isSidebarFixed" title={t('setting.fixedSidebar')} isOff={chosen.layout === 'top'} />
      <Line of="isMultiTab" title={t('setting.multiTab')} />
      <Line of="isRecordTab" title={t('setting.recordTab')} isOff={!chosen.isMultiTab} />
      <Line of="isColourWeak" title={t('setting.colorWeak')} />
      <Line of="isGrey" title={t('setting.grey')} />
      <Choice
        of="fontSize"
        title={t('setting.fontSize')}
        choices={[
          { value: 'small', label: t('setting.fontSize.small') },
          { value: 'usual', label: t('setting.fontSize.usual') },
          { value: 'large', label: t('setting.fontSize.large') },
        ]}
      />
      <LanguageChoice />
      <div className="settings-ends">
        <Button block onClick={() => void copy(JSON.stringify(chosen, undefined, 2))}>
          {t('setting.copy')}
        </Button>
        <Button block onClick={() => settings.change(defaultSettings)}>
          {t('setting.reset')}
        </Button>
      </div>
    </Drawer>
  );
}

type ChoiceProps<Key extends keyof Settings> = {
  readonly of: Key;
  readonly title: string;
  readonly choices: readonly { readonly value: Settings[Key] & string; readonly label: string }[];
  /** One choice below the other, where their names are long. */
  readonly isTall?: boolean;
};

/** One of a few. */
function Choice<Key extends keyof Settings>({ of, title, choices, isTall = false }: ChoiceProps<Key>) {
  const id = useId();
  const value = useSettings()[of];
  return (
    <section>
      <h3 id={id}>{title}</h3>
      <Segmented
        block={!isTall}
        vertical={isTall}
        className="settings-choice"
        aria-labelledby={id}
        options={[...choices]}
        value={String(value)}
        onChange={(picked) => {
          const choice = choices.find((one) => one.value === picked);
          if (choice !== undefined) settings.change({ [of]: choice.value });
        }}
      />
    </section>
  );
}

type LineProps = {
  readonly of: 'isHeaderFixed' | 'isSidebarFixed' | 'isMultiTab' | 'isRecordTab' | 'isColourWeak' | 'isGrey';
  readonly title: string;
  /** It changes nothing as things stand. */
  readonly isOff?: boolean;
};

/** On or off. */
function Line({ of, title, isOff = false }: LineProps) {
  const id = useId();
  const chosen = useSettings();
  return (
    <section className="settings-line">
      <h3 id={id}>{title}</h3>
      <Switch
        aria-labelledby={id}
        checked={chosen[of]}
        disabled={isOff}
        onChange={(isOn) => settings.change({ [of]: isOn })}
      />
    </section>
  );
}

function LanguageChoice() {
  const t = useText();
  const id = useId();
  const { language } = useSettings();
  return (
    <section className="settings-line">
      <h3 id={id}>{t('setting.language')}</h3>
      <Select
        className="settings-language"
        aria-labelledby={id}
        value={language}
        options={languages.map((value) => ({ value, label: t(`lang.${value}`) }))}
        onChange={(picked) => settings.change({ language: picked })}
      />
    </section>
  );
}

function ColourChoice() {
  const t = useText();
  const id = useId();
  const { primaryColour } = useSettings();
  return (
    <section>
      <h3 id={id}>{t('setting.primaryColor')}</h3>
      <div className="settings-colours" role="radiogroup" aria-labelledby={id}>
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
