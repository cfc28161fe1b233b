import { EyeOutlined } from '@ant-design/icons';
import { Button, Space } from 'antd';
import { formatMoment, type ImpersonationSession } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';
import './impersonation.css';

type Props = {
  readonly impersonation: ImpersonationSession;
  readonly onWhy: () => void;
  readonly onLeave: () => void;
};

/** Stands in every page of a window in which somebody looks as another: as whom, since when, and the way out. */
export function ImpersonationBanner({ impersonation: { kind, name, since }, onWhy, onLeave }: Props) {
  const t = useText();
  return (
    <section className="viewing-banner" aria-label={t('viewing.title')}>
      <EyeOutlined aria-hidden="true" />
      <p>
        <strong>{t(kind === 'role' ? 'viewing.asRole' : 'viewing.asStaff', { name })}</strong>
        <span>{t('viewing.readOnly')}</span>
        {kind === 'role' ? <span>{t('viewing.roleScope')}</span> : null}
        <span>{t('viewing.since', { time: formatMoment(since) })}</span>
      </p>
      <Space>
        <Button size="small" onClick={onWhy}>
          {t('viewing.why')}
        </Button>
        <Button size="small" onClick={onLeave}>
          {t('viewing.leave')}
        </Button>
      </Space>
    </section>
  );
}
