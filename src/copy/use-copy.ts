import { App } from 'antd';
import { copyText } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';

/** Copies a text and says whether that succeeded. */
export function useCopy(): (text: string) => Promise<void> {
  const { message } = App.useApp();
  const t = useText();
  return async (text) => {
    if (await copyText(text)) void message.success(t('copy.success'));
    else void message.error(t('copy.failed'));
  };
}
