import { App } from 'antd';
import { useCallback } from 'react';
import { useText } from '../locales/i18n.ts';
import { deviceFault, thisDevice } from './device-check.ts';

/** Looks at browser and microphone, and says what is wrong or that nothing is. Answers whether one can telephone. */
export function useDeviceCheck(): () => Promise<boolean> {
  const { message } = App.useApp();
  const t = useText();
  return useCallback(async () => {
    const fault = await deviceFault(thisDevice);
    if (fault === undefined) void message.success({ key: 'device', content: t('mic.ok') });
    else void message.warning({ key: 'device', content: t(fault), duration: 10 });
    return fault === undefined;
  }, [message, t]);
}
