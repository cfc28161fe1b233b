import { Alert, Button } from 'antd';
import { useMallText } from './use-mall-text.ts';

/** Says in the line of the figures that they were not read, and reads them again when asked to. */
export function MallFailure({ onRetry }: { readonly onRetry: () => void }) {
  const t = useMallText();
  return <Alert type="error" showIcon message={t('failed')} action={<Button onClick={onRetry}>{t('retry')}</Button>} />;
}
