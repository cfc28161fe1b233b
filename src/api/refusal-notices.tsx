import { App, Button, Space } from 'antd';
import { useEffect, useRef } from 'react';
import type { ApiRefusal } from '../../engine/client/index.ts';
import { useText } from '../locales/i18n.ts';
import type { Emitter } from './emitter.ts';
import { refusalNotice } from './refusal-notice.ts';

type Props = {
  readonly refusals: Emitter<ApiRefusal>;
  /** The session was lost, here or in another tab of the browser, and the page is still there. */
  readonly isExpired: boolean;
  /** The server ended the session: the token is to go, the page may stay. */
  readonly onExpired: () => void;
  /** The account was stopped: everything is to go. */
  readonly onStopped: () => void;
  /** Nothing is answered before the password is changed. */
  readonly onPasswordFirst?: () => void;
  /** Leaves everything, and signs in on the login page. */
  readonly onSignInAgain: () => void;
  /** Signs in over the page, where one is to stay. */
  readonly onSignInHere?: () => void;
};

/** Tells the user of refusals, each in the way and for the time of the error catalogue. */
export function RefusalNotices({ refusals, isExpired, onExpired, onStopped, onPasswordFirst, ...signIn }: Props): null {
  const { message } = App.useApp();
  const t = useText();
  const said = useRef<string>(undefined);
  useEffect(
    () =>
      refusals.listen((refusal) => {
        const notice = refusalNotice(refusal);
        if (refusal.asksForPassword && onPasswordFirst !== undefined) {
          onPasswordFirst();
          return;
        }
        if (notice.kind === 'signInAgain') {
          said.current = refusal.message;
          onExpired();
          return;
        }
        const content = sentenceOf(refusal, t);
        // The same sentence is told once, however many calls of a page were refused.
        void message.open({ key: content, type: 'error', content, duration: notice.seconds });
        if (notice.endsSession) onStopped();
      }),
    [refusals, onExpired, onStopped, onPasswordFirst, message, t],
  );
  useExpiredNotice(isExpired, said, signIn);
  return null;
}

type SignIn = Pick<Props, 'onSignInAgain' | 'onSignInHere'>;

/** Stands until somebody is signed in again. */
function useExpiredNotice(
  isExpired: boolean,
  said: { current: string | undefined },
  { onSignInAgain, onSignInHere }: SignIn,
): void {
  const { notification } = App.useApp();
  const t = useText();
  useEffect(() => {
    if (!isExpired) return undefined;
    notification.warning({
      key: 'session',
      message: t('session.expired.title'),
      description: said.current ?? t('session.expired'),
      duration: 0,
      actions: (
        <Space>
          <Button type={onSignInHere === undefined ? 'primary' : 'default'} onClick={onSignInAgain}>
            {t('session.relogin')}
          </Button>
          {onSignInHere === undefined ? null : (
            <Button type="primary" onClick={onSignInHere}>
              {t('session.signInHere')}
            </Button>
          )}
        </Space>
      ),
    });
    return () => {
      said.current = undefined;
      notification.destroy('session');
    };
  }, [isExpired, said, onSignInAgain, onSignInHere, notification, t]);
}

/** The refusal's own sentence; with the request's number where an administrator has to look it up. */
function sentenceOf({ message, detail }: ApiRefusal, t: ReturnType<typeof useText>): string {
  const id = detail.requestId;
  return detail.code === 'E_SERVER' && id !== undefined ? t('error.requestId', { message, id }) : message;
}
