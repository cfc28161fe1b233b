import { Button } from 'antd';
import { ApiRefusal } from '../../client/index.ts';
import { useText } from '../host/engine-context.tsx';
import { FaultAlert } from './fault-alert.tsx';

const passing: ReadonlySet<string> = new Set(['E_SERVER', 'E_BUSY', 'E_OVERLOADED', 'E_NETWORK']);

/** Whether a fault says nothing about what was asked for: what was shown before may stay. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiRefusal && passing.has(error.detail.code);
}

type StaleNoteProps = {
  /** Why what is shown could not be asked for again; null where it could. */
  readonly error: unknown;
  readonly onRetry: () => void;
};

/** Says above what is still shown that it may be out of date. */
export function StaleNote({ error, onRetry }: StaleNoteProps) {
  const t = useText();
  if (error === null || error === undefined) return null;
  return (
    <FaultAlert
      error={error}
      action={
        <Button size="small" onClick={onRetry}>
          {t('engine.fault.retry')}
        </Button>
      }
    />
  );
}
