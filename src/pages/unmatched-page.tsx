import { LockOutlined } from '@ant-design/icons';
import { Button, Result } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useText } from '../locales/i18n.ts';

/** Shown at /404: nothing the user may open lies at that address. */
export function UnmatchedPage() {
  const t = useText();
  const navigate = useNavigate();
  const back = (
    <Button type="primary" onClick={() => navigate('/')}>
      {t('error.404.back')}
    </Button>
  );
  return (
    <section className="shell-panel">
      <Result icon={<LockOutlined className="shell-quiet" />} title={t('error.404')} subTitle="404" extra={back} />
    </section>
  );
}
