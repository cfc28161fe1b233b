import { App, Button } from 'antd';
import { useEffect } from 'react';
import type { ApiRefusal } from '../../engine/client/index.ts';
import { useText } from '../locales/i18n.ts';
import type { Emitter } from './emitter.ts';
import { refusalNotice } from './refusal-notice.ts';

type Props = {
  readonly refusals: Emitter<ApiRefusal>;
  /** The server ended the session: the token is to go, the page may stay. */
  readonly onExpired: () => void;
  /** The account was stopped: everything is to go. */
  readonly onStopped: () => void;
  readonly onSignInAgain: () => void;
};

/** Tells the user of refusals, each in the way and for the time of the error catalogue. */
export function RefusalNotices({ refusals, onExpired, onStopped, onSignInAgain }: Props): null {
  const { message, notification } = App.useApp();
  const t = useText();
  useEffect(
    () =>
      refusals.listen((refusal) => {
        const notice = refusalNotice(refusal);
        if (notice.kind === 'toast') {
          const content = sentenceOf(refusal, t);
          // The same sentence is told once, however many calls of a page were refused.
          void message.open({ key: content, type: 'error', content, duration: notice.seconds });
          if (notice.endsSession) onStopped();
          return;
        }
        onExpired();
        const actions = (
          <Button type="primary" onClick={onSignInAgain}>
            {t('session.relogin')}
          </Button>
        );
        const title = t('session.expired.title');
        notification.warning({ key: 'session', message: title, description: refusal.message, actions, duration: 0 });
      }),
    [refusals, onExpired, onStopped, onSignInAgain, message, notification, t],
  );
  return null;
}

/** The refusal's own sentence; with the request's number where an administrator has to look it up. */
function sentenceOf({ message, detail }: ApiRefusal, t: ReturnType<typeof useText>): string {
  const id = detail.requestId;
  return detail.code === 'E_SERVER' && id !== undefined ? t('error.requestId', { message, id }) : message;
}
