import { CheckCircleOutlined, ExclamationCircleOutlined, LoadingOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useState } from 'react';
import type { FormFieldView } from '../../../model/view/index.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { isEmpty, isSame } from '../../record/values.ts';
import { useFormParts } from '../session/form-parts.tsx';

type LiveCheckProps = {
  readonly view: FormFieldView;
  readonly value: unknown;
  /** Whether the field is shown as wrong already; then nothing is asked. */
  readonly isFaulty: boolean;
};

/** Says while one types whether a value is still free, or in the server's words what it means; it never stands in the way of typing or saving. */
export function LiveCheck({ view, ...rest }: LiveCheckProps) {
  return view.check === undefined ? null : <KnownCheck {...rest} view={view} path={view.check} />;
}

const typingPause = 400;

type Answer = {
  readonly free: boolean;
  readonly label?: string;
  readonly message?: string;
  readonly faults?: readonly unknown[];
};
type Told = { readonly value: unknown; readonly answer: Answer | 'asking' };

function KnownCheck({ view, value, isFaulty, path }: LiveCheckProps & { readonly path: string }) {
  const t = useText();
  const page = usePageRuntime();
  const { record, session } = useFormParts();
  const [told, setTold] = useState<Told>();
  const stored = record?.[view.key];
  const isAsked = !isEmpty(value) && !isFaulty && !(session.isChange && isSame(value, stored));
  const id = session.isChange ? record?.id : undefined;
  useEffect(() => {
    if (!isAsked) return undefined;
    const asking = new AbortController();
    const ask = async () => {
      setTold({ value, answer: 'asking' });
      const body = { field: view.key, value, ...(id === undefined ? {} : { id }) };
      try {
        const answer = await page.call<Answer>(path, body, { signal: asking.signal });
        if (!asking.signal.aborted) setTold({ value, answer });
      } catch {
        // A check that fails says nothing: saving decides.
        if (!asking.signal.aborted) setTold(undefined);
      }
    };
    const timer = setTimeout(() => void ask(), typingPause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [isAsked, value, view.key, path, id, page]);
  // What was told of another value is not said of this one.
  const answer = isAsked && told !== undefined && isSame(told.value, value) ? told.answer : undefined;
  return (
    <span className="engine-form-check" role="status">
      {answer === undefined ? null : <Verdict answer={answer} t={t} />}
    </span>
  );
}

function Verdict({
  answer,
  t,
}: {
  readonly answer: Answer | 'asking';
  readonly t: ReturnType<typeof useText>;
}): ReactNode {
  if (answer === 'asking')
    return (
      <>
        <LoadingOutlined aria-hidden="true" /> {t('engine.form.checking')}
      </>
    );
  if (answer.free)
    return (
      <span className="engine-form-free">
        <CheckCircleOutlined aria-hidden="true" /> {answer.message ?? t('engine.form.free')}
      </span>
    );
  // A value the server cannot read is no duplicate; saving says what is wrong with it.
  if ((answer.faults ?? []).length > 0) return null;
  return (
    <span className="engine-form-taken">
      <ExclamationCircleOutlined aria-hidden="true" />{' '}
      {answer.message ??
        (answer.label === undefined ? t('engine.form.taken') : t('engine.form.takenBy', { name: answer.label }))}
    </span>
  );
}
