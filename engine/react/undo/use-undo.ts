import { App } from 'antd';
import { useCallback } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import type { BulkAnswer } from '../../model/wire/index.ts';
import { newIdempotencyKey } from '../calls/action-call.ts';
import { refusalWords } from '../calls/refusal-words.ts';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { type FurtherStep, offerUndo } from './offer-undo.tsx';
import type { UndoCall } from './undo-call.ts';

/** What was done, and how it is taken back. */
export type Undoable = UndoCall & {
  /** Of the offer: a further one of the same key takes its place. */
  readonly key: string;
  readonly words: string;
  /** To which record: several offers may stand below each other. */
  readonly detail?: string;
  /** What can be gone on with instead. */
  readonly further?: FurtherStep;
  /** Brings the screen up to date: it is taken back, or it was refused and stands as others left it. */
  readonly renew: (isUndone: boolean) => Promise<void>;
};

/** Offers to take back what was done; the server has the last word, and what it says is told. */
export function useUndo(): (undoable: Undoable) => void {
  const t = useText();
  const page = usePageRuntime();
  const { message, notification } = App.useApp();
  return useCallback(
    ({ key, words, detail, further, api, body, renew }) => {
      const idempotencyKey = newIdempotencyKey();
      const undo = async () => {
        let answer: Partial<BulkAnswer>;
        try {
          answer = await page.call<Partial<BulkAnswer>>(api, body, { idempotencyKey });
        } catch (error) {
          if (!(error instanceof ApiRefusal)) throw error;
          if (!error.endsSession) message.error(refusalWords(error, t));
          return renew(false);
        }
        const { done = 0, failed = 0 } = answer;
        if (failed > 0) message.warning(t('engine.bulk.result', { done, failed }));
        else message.success(t('engine.tasks.undone'));
        await renew(true);
      };
      offerUndo(notification, key, words, t('engine.tasks.undo'), undo, detail, further);
    },
    [t, page, message, notification],
  );
}
