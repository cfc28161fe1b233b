import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useText } from '../locales/i18n.ts';

type Props = {
  readonly isThere: boolean;
  /** Whether something typed would be lost by loading the page anew. */
  readonly hasUnsaved: () => boolean;
  readonly onReload: () => void;
};

/** Tells of a new version. It is loaded when the user says so, and never over what he typed. */
export function NewVersionNotice({ isThere, hasUnsaved, onReload }: Props): null {
  const { notification, message } = App.useApp();
  const t = useText();
  useEffect(() => {
    if (!isThere) return;
    const reload = () => {
      if (hasUnsaved()) void message.warning({ key: 'version', content: t('version.unsaved') });
      else onReload();
    };
    notification.info({
      key: 'version',
      placement: 'bottomRight',
      message: t('version.title'),
      description: t('version.text'),
      duration: 0,
      actions: (
        <Button type="primary" size="small" onClick={reload}>
          {t('version.reload')}
        </Button>
      ),
    });
  }, [isThere, hasUnsaved, onReload, notification, message, t]);
  return null;
}
