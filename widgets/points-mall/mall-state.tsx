import { Alert, Button, Empty, Spin } from 'antd';
import type { ReactNode } from 'react';

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
  if (isError)
    return <Alert type="error" showIcon message="没有取到" action={<Button onClick={onRetry}>重试</Button>} />;
  if (isPending) return <Spin className="mall-waiting" />;
  return isEmpty ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} /> : children;
}
