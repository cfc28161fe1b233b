import { App } from 'antd';
import { useCallback, useContext, useRef } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { type ActionUse, callAction, newIdempotencyKey } from '../calls/action-call.ts';
import { markOf } from '../calls/call-mark.ts';
import { MovedRowsContext } from '../calls/moved-rows.ts';
import { faultWords } from '../calls/refusal-words.ts';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { useLook } from '../preview/use-preview.tsx';
import { useActionEnd } from './use-action-end.tsx';
import { useAskAgain } from './use-ask-again.ts';

/** The second click of a double one may come after a quick answer. */
const doubleClickMilliseconds = 2000;

/** Calls without a form: the refusal becomes a toast, and a second click meanwhile or right after does nothing. */
export function useActionCall(): (use: ActionUse, key: string) => Promise<void> {
  const page = usePageRuntime();
  const finish = useActionEnd();
  const refused = useRefused();
  const look = useLook();
  const busy = useRef(new Set<string>());
  const call = useCallback(
    async (use: ActionUse, key: string): Promise<void> => {
      const mark = markOf(use);
      if (busy.current.has(mark)) return;
      busy.current.add(mark);
      const release = () => busy.current.delete(mark);
      try {
        const looked = await look(use, {});
        if (looked === 'given up') {
          release();
          return;
        }
        use.onStart?.();
        void finish(use, await callAction(use.action, use.target, looked.values, page, key));
        // What is shown before the answer, a move, is seen to be done: the same once more is meant.
        if (use.onStart === undefined) setTimeout(release, doubleClickMilliseconds);
        else release();
      } catch (error) {
        release();
        if (!(error instanceof ApiRefusal)) throw error;
        refused(use, error, () => call(use, newIdempotencyKey()));
      }
    },
    [page, finish, refused, look],
  );
  return call;
}

/** Refusals that say the screen is out of date: what it shows is asked for again. */
const staleCodes = new Set(['E_STATE', 'E_NOT_FOUND', 'E_VERSION', 'E_LOCKED']);

function useRefused(): (use: ActionUse, refusal: ApiRefusal, again: () => Promise<void>) => void {
  const t = useText();
  const { message } = App.useApp();
  const finish = useActionEnd();
  const askAgain = useAskAgain();
  const moved = useContext(MovedRowsContext);
  return useCallback(
    (use, refusal, again) => {
      const { code } = refusal.detail;
      if (use.target.kind === 'matching' && code === 'E_SELECTION') return askAgain(use, again);
      const words = faultWords(refusal, t);
      use.onRefused?.(words);
      if (!refusal.endsSession) message.error(words);
      if (refusal.detail.moved === true && use.target.kind === 'record') moved.add(use.target.record, words);
      if (staleCodes.has(code)) void finish({ ...use, action: { ...use.action, success: '', after: [] } }, {});
    },
    [t, message, finish, askAgain, moved],
  );
}
