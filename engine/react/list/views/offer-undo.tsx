import { Button } from 'antd';
import type { NotificationInstance } from 'antd/es/notification/interface';

/** Says what was done and offers, for a while, to take it back. */
export function offerUndo(
  notification: NotificationInstance,
  key: string,
  words: string,
  undo: string,
  onUndo: () => Promise<void>,
): void {
  const close = () => notification.destroy(key);
  notification.success({
    key,
    message: words,
    duration: 10,
    actions: (
      <Button type="primary" size="small" onClick={() => void onUndo().then(close)}>
        {undo}
      </Button>
    ),
  });
}
