import { SearchOutlined, SettingOutlined } from '@ant-design/icons';
import { App, Button, Checkbox, Input, Popover, Select, Switch } from 'antd';
import { useId } from 'react';
import { useText } from '../locales/i18n.ts';
import type { NoticeSearch } from './notice-groups.ts';
import { kindText, noticeKinds } from './notice-kinds.ts';
import { changeNoticePreferences, useNoticePreferences, usualQuiet } from './notice-preferences.ts';

type Props = { readonly search: NoticeSearch; readonly onChange: (search: NoticeSearch) => void };

/** What of the notices is looked for, and how they ask for attention. */
export function NoticeSearchLine({ search, onChange }: Props) {
  const t = useText();
  return (
    <div className="notice-search">
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder={t('notify.search')}
        aria-label={t('notify.search')}
        value={search.words}
        onChange={({ target }) => onChange({ ...search, words: target.value })}
      />
      <Select
        aria-label={t('notify.kind')}
        value={search.type ?? ''}
        onChange={(type) => onChange({ ...search, type: type === '' ? undefined : type })}
        options={[
          { value: '', label: t('notify.kind.all') },
          ...noticeKinds.map((kind) => ({ value: kind, label: t(kindText(kind)) })),
        ]}
      />
      <Popover trigger="click" placement="bottomRight" content={<Preferences />} title={t('notify.preferences')}>
        <Button
          type="text"
          icon={<SettingOutlined aria-hidden="true" />}
          aria-label={t('notify.preferences')}
          title={t('notify.preferences')}
        />
      </Popover>
    </div>
  );
}

function Preferences() {
  const t = useText();
  const id = useId();
  const { muted, quiet } = useNoticePreferences();
  return (
    <div className="notice-preferences">
      <fieldset>
        <legend>{t('notify.preferences.kinds')}</legend>
        <Checkbox.Group
          value={noticeKinds.filter((kind) => !muted.includes(kind))}
          options={noticeKinds.map((kind) => ({ value: kind, label: t(kindText(kind)) }))}
          onChange={(wanted) =>
            changeNoticePreferences({ muted: noticeKinds.filter((kind) => !wanted.includes(kind)) })
          }
        />
        <p>{t('notify.preferences.kinds.hint')}</p>
      </fieldset>
      <div className="notice-preference">
        <label htmlFor={`${id}-quiet`}>{t('notify.preferences.quiet')}</label>
        <Switch
          id={`${id}-quiet`}
          checked={quiet !== null}
          onChange={(isOn) => changeNoticePreferences({ quiet: isOn ? usualQuiet : null })}
        />
      </div>
      {quiet === null ? null : (
        <div className="notice-preference">
          {(['from', 'to'] as const).map((end) => (
            <input
              key={end}
              type="time"
              aria-label={t(end === 'from' ? 'notify.preferences.quiet.from' : 'notify.preferences.quiet.to')}
              value={quiet[end]}
              onChange={({ target }) =>
                target.value === '' ? undefined : changeNoticePreferences({ quiet: { ...quiet, [end]: target.value } })
              }
            />
          ))}
        </div>
      )}
      <BrowserSwitch id={`${id}-browser`} />
    </div>
  );
}

/** The browser asks the person itself the first time; where it refuses nothing is chosen. */
function BrowserSwitch({ id }: { readonly id: string }) {
  const t = useText();
  const { message } = App.useApp();
  const { isInBrowser } = useNoticePreferences();
  if (!('Notification' in window)) return null;
  const handleChange = async (isOn: boolean) => {
    const isAllowed = !isOn || (await Notification.requestPermission()) === 'granted';
    if (!isAllowed) void message.warning({ key: 'notice-browser', content: t('notify.preferences.browser.denied') });
    changeNoticePreferences({ isInBrowser: isOn && isAllowed });
  };
  return (
    <div className="notice-preference">
      <label htmlFor={id}>{t('notify.preferences.browser')}</label>
      <Switch id={id} checked={isInBrowser} onChange={(isOn) => void handleChange(isOn)} />
    </div>
  );
}
