import { Alert, Button, Input, Popconfirm } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { useEngine } from '../../engine/react/index.ts';
import type { Reference, ReferenceOperation } from './reference.ts';
import { sampleBody } from './sample-body.ts';
import { useReferenceText } from './use-reference-text.ts';

/** How a call ended, as it is shown. */
type Outcome = { readonly ok: boolean; readonly ms: number; readonly code: string; readonly answer: string };

type TryItProps = { readonly operation: ReferenceOperation; readonly reference: Reference };

/** Sends a real call in the name of the user and shows what came back. */
export function TryIt({ operation, reference }: TryItProps) {
  const t = useReferenceText();
  const { input, method } = operation;
  const [text, setText] = useState(() => JSON.stringify(sampleBody(input ?? {}, reference), null, 2));
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setSending] = useState(false);
  const send = useSend(operation);
  const body = readBody(text);
  if (method === 'GET' || input === undefined) return <Alert type="info" showIcon message={t('useElsewhere')} />;
  const submit = async () => {
    setSending(true);
    setOutcome(await send(body ?? {}));
    setSending(false);
  };
  return (
    <div className="api-try">
      <label htmlFor="api-body">{t('body')}</label>
      <Input.TextArea
        id="api-body"
        className="api-code"
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={12}
        status={body === undefined ? 'error' : ''}
        spellCheck={false}
        aria-describedby={body === undefined ? 'api-body-fault' : undefined}
      />
      {body === undefined && (
        <p id="api-body-fault" className="api-fault" role="alert">
          {t('badBody')}
        </p>
      )}
      <SendButton operation={operation} disabled={body === undefined} loading={isSending} onSend={submit} />
      {outcome !== undefined && <Answer {...outcome} />}
    </div>
  );
}

function useSend({ path, idempotency }: ReferenceOperation): (body: object) => Promise<Outcome> {
  const { client } = useEngine();
  return async (body) => {
    const begun = performance.now();
    const done = (ok: boolean, code: string, answer: unknown): Outcome => ({
      ok,
      code,
      ms: Math.round(performance.now() - begun),
      answer: JSON.stringify(answer, null, 2),
    });
    try {
      const options = idempotency === 'none' ? {} : { idempotencyKey: crypto.randomUUID() };
      return done(true, '0', await client.callAt<unknown>(path, body, { ...options, quiet: true }));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      return done(false, error.code, { message: error.message, error: error.detail });
    }
  };
}

function readBody(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

type SendButtonProps = {
  readonly operation: ReferenceOperation;
  readonly disabled: boolean;
  readonly loading: boolean;
  readonly onSend: () => Promise<void>;
};

/** Asks first where the call does more than read. */
function SendButton({ operation, disabled, loading, onSend }: SendButtonProps) {
  const t = useReferenceText();
  const button = (onClick?: () => void) => (
    <Button type="primary" disabled={disabled} loading={loading} {...(onClick === undefined ? {} : { onClick })}>
      {t('send')}
    </Button>
  );
  if (operation.audit === 'read') return <div>{button(() => void onSend())}</div>;
  return (
    <div>
      <Popconfirm
        title={t('real')}
        description={t('realHint')}
        okText={t('send')}
        cancelText={t('cancel')}
        disabled={disabled}
        onConfirm={() => void onSend()}
      >
        {button()}
      </Popconfirm>
    </div>
  );
}

/** What came back. */
function Answer({ ok, ms, code, answer }: Outcome) {
  const t = useReferenceText();
  return (
    <div className="api-answer" aria-live="polite">
      <p>
        <span className={`engine-tag engine-tone-${ok ? 'green' : 'red'}`}>{t(ok ? 'done' : 'refused')}</span>
        <span className="engine-quiet">{t('took', { code, ms })}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the keyboard */}
      <section tabIndex={0} aria-label={t('answer')}>
        <pre>{answer}</pre>
      </section>
    </div>
  );
}
