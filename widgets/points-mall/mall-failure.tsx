import { Alert, Button, Empty, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useMallText } from './use-mall-text.ts';

type MallStateProps = {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isEmpty: boolean;
  readonly empty: string;
  readonly onRetry: () => void;
  readonly children: ReactNode;
};

/** What was read, or what stands in its place: waiting, failed, nothing there. */
export function MallState({ isPending, isError, isEmpty, empty, onRetry, children }: MallStateProps) {
  if (isError) return <MallFailure onRetry={onRetry} />;
  if (isPending) return <Spin className="mall-waiting" />;
  return isEmpty ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} /> : children;
}

/** Says that something was not read, and reads it again when asked to. */
export function MallFailure({ onRetry }: Pick<MallStateProps, 'onRetry'>) {
  const t = useMallText();
  return <Alert type="error" showIcon message={t('failed')} action={<Button onClick={onRetry}>{t('retry')}</Button>} />;
}
