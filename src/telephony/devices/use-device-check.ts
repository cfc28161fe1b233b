import { App } from 'antd';
import { useCallback, useEffect } from 'react';
import { agentKeys } from '../../../contract/phone-words.ts';
import type { MyInfoAnswer } from '../../../contract/session.ts';

import { useText } from '../../locales/i18n.ts';
import { impersonation } from '../../session/impersonation.ts';
import { deviceFault, deviceFaultUnasked, thisDevice } from './device-check.ts';

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

/** Where it is kept for whom this window was looked at, so that nobody is warned at each turn. */
const checkedFor = 'deviceCheckedFor';

/** Warns whoever has a seat, once per window, when the product opens where he could not telephone. */
export function useSeatCheck(user: MyInfoAnswer): void {
  const { id } = user;
  const { message } = App.useApp();
  const t = useText();
  const hasSeat = impersonation === undefined && agentKeys.some((key) => Boolean(user[key]));
  useEffect(() => {
    if (!hasSeat || sessionStorage.getItem(checkedFor) === id) return;
    sessionStorage.setItem(checkedFor, id);
    const check = async () => {
      const fault = await deviceFaultUnasked(thisDevice);
      if (fault !== undefined) void message.warning({ key: 'device', content: t(fault), duration: 10 });
    };
    void check();
  }, [id, hasSeat, message, t]);
}
