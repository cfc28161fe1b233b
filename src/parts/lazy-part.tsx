import { Button } from 'antd';
import { lazyPartWith } from '../../engine/react/index.ts';
import { useText } from '../locales/i18n.ts';
import './parts.css';

/** A part of the shell whose script is fetched when it is first drawn; give it a `Suspense` to wait in. */
export const lazyPart = lazyPartWith(function MissingShellPart({ onRetry }) {
  const t = useText();
  return (
    <span className="shell-part-missing" role="alert">
      {t('error.part')}
      <Button size="small" onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </span>
  );
});
