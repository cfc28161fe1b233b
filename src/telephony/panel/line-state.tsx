import { Button, Segmented } from 'antd';
import { useText } from '../../locales/i18n.ts';
import { type Presence, presences } from '../line/line.ts';
import { isInCall } from '../phone/phone-state.ts';
import type { PhoneCommand, PhoneView } from '../phone/phone-view.ts';
import { lineWords } from './words.ts';

type Props = { readonly view: PhoneView; readonly ask: (command: PhoneCommand) => void };

/** How the line stands, why where it is down, and the way back. */
export function LineState({ view, ask }: Props) {
  const t = useText();
  const { line } = view;
  const isDown = line.kind === 'down';
  return (
    <div className="phone-line" data-line={line.kind} role={isDown ? 'alert' : 'status'}>
      <span className="phone-dot" aria-hidden="true" />
      <span>
        {lineWords(line)}
        {isDown && line.reason !== undefined ? <small className="engine-quiet">{line.reason}</small> : null}
      </span>
      {isDown ? (
        <Button type="link" size="small" onClick={() => ask({ kind: 'restart' })}>
          {t(line.isRetried ? 'phone.retryNow' : 'phone.retry')}
        </Button>
      ) : null}
    </div>
  );
}

/** Whether calls are taken, and changing it; in a call there is nothing to choose. */
export function PresenceChoice({ view, ask }: Props) {
  const t = useText();
  const { presence, line } = view;
  if (isInCall(view)) return null;
  return (
    <div className="phone-presence">
      <Segmented<Presence>
        block
        size="small"
        aria-label={t('phone.presence')}
        value={presence}
        disabled={line.kind !== 'ready'}
        options={presences.map((value) => ({ value, label: t(`phone.presence.${value}`) }))}
        onChange={(chosen) => ask({ kind: 'presence', presence: chosen })}
      />
      {presence === 'ready' ? null : <p role="status">{t('phone.pausing')}</p>}
    </div>
  );
}
