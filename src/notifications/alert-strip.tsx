import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { sentences } from '../../engine/react/index.ts';
import { alertPlaceId } from '../layout/measures.ts';
import { useText } from '../locales/i18n.ts';
import { type Alert, hideAlert, useShownAlerts } from './alert-state.ts';
import { showNotices } from './notice-drawer-state.ts';

/** Lines of an alert that are shown; the number says how many there are. */
const maxLines = 3;

/**
 * The alerts, a line each, in the header where no button lies: they cover nothing one could click. Outside of the shell
 * they stand where they are drawn.
 */
export function AlertStrip() {
  const alerts = useShownAlerts();
  const strip = (
    <div className="alert-strip" role="status">
      {alerts.map((alert) => (
        <AlertLine key={alert.key} alert={alert} />
      ))}
    </div>
  );
  const place = document.getElementById(alertPlaceId);
  return place === null ? strip : createPortal(strip, place);
}

function AlertLine({ alert }: { readonly alert: Alert }) {
  const t = useText();
  const { title, lines, seconds } = alert;
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (seconds === 0 || isHeld) return undefined;
    const timer = setTimeout(() => hideAlert(alert), seconds * 1000);
    return () => clearTimeout(timer);
  }, [alert, seconds, isHeld]);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  const count = lines.length > 99 ? '99+' : lines.length;
  const handleClose = () => {
    hideAlert(alert);
    alert.onClose?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody reads or reaches for its buttons
    <div
      className="alert-line"
      data-stays={seconds === 0}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <strong>{title}</strong>
      <span className="alert-words" title={lines.join('\n')}>
        {sentences(lines.slice(0, maxLines))}
      </span>
      <Button type="link" size="small" onClick={() => showNotices(alert.key)}>
        {lines.length > 1 ? t('notify.alert.many', { count }) : t('notify.alert.go')}
      </Button>
      <Button
        type="text"
        size="small"
        aria-label={t('notify.alert.close', { title })}
        icon={<CloseOutlined aria-hidden="true" />}
        onClick={handleClose}
      />
    </div>
  );
}
