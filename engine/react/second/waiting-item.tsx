import { App, Button, Input, Popconfirm } from 'antd';
import { useState } from 'react';
import type { WaitingRequest } from '../../model/wire/index.ts';
import { toldValue } from '../fields/field-renderers.ts';
import { titled } from '../formats/listed.ts';
import { formatMoment } from '../formats/time.ts';
import { useText } from '../host/engine-context.tsx';
import { useDecide, type WaitingDecision } from './use-waiting.ts';

type Props = {
  readonly request: WaitingRequest;
  /** Whether the record is named: it is not on its own page. */
  readonly isNamed?: boolean;
  /** Opens the record; absent where it is on no page of the user's. */
  readonly onOpen?: (() => void) | undefined;
};

/** One request that waits: who asked for what until when, what was filled in, and what the user can do about it. */
export function WaitingItem({ request, isNamed = false, onOpen }: Props) {
  const t = useText();
  const { title, entityTitle, recordLabel, askedBy, expiresAt, inputs, isMine, isChanged } = request;
  const name = titled(entityTitle, recordLabel);
  return (
    <div className="engine-waiting">
      <div className="engine-waiting-words">
        <strong>{title}</strong>
        {isNamed ? <RecordName name={name} onOpen={onOpen} /> : null}
        <span className="engine-quiet">
          {isMine ? t('engine.second.mine') : t('engine.second.asked', { name: askedBy ?? '' })}
          {t('engine.second.until', { moment: formatMoment(expiresAt) ?? '' })}
        </span>
        {inputs.length === 0 ? null : (
          <dl>
            {inputs.map((input) => (
              <div key={input.title}>
                <dt>{input.title}</dt>
                <dd>{input.text ?? toldValue(input.type, input.value) ?? String(input.value)}</dd>
              </div>
            ))}
          </dl>
        )}
        {isChanged ? <span className="engine-waiting-changed">{t('engine.second.changed')}</span> : null}
      </div>
      <Decisions request={request} />
    </div>
  );
}

function RecordName({ name, onOpen }: { readonly name: string; readonly onOpen: Props['onOpen'] }) {
  if (onOpen === undefined) return <span>{name}</span>;
  return (
    <Button type="link" size="small" onClick={onOpen}>
      {name}
    </Button>
  );
}

function Decisions({ request }: { readonly request: WaitingRequest }) {
  const t = useText();
  const { message } = App.useApp();
  const decide = useDecide();
  const [busy, setBusy] = useState<WaitingDecision['kind']>();
  const [reason, setReason] = useState('');
  const run = async (decision: WaitingDecision) => {
    setBusy(decision.kind);
    const isDone = await decide(request, decision);
    setBusy(undefined);
    if (isDone) message.success(t(`engine.second.${decision.kind}Done`));
  };
  const common = { size: 'small', disabled: busy !== undefined } as const;
  if (request.isMine)
    return (
      <Popconfirm title={t('engine.second.withdrawAsk')} onConfirm={() => run({ kind: 'withdraw' })}>
        <Button {...common} loading={busy === 'withdraw'}>
          {t('engine.second.withdraw')}
        </Button>
      </Popconfirm>
    );
  if (!request.mayConfirm && !request.isChanged) return null;
  return (
    <div className="engine-waiting-buttons">
      <Popconfirm
        title={t('engine.second.refuseAsk')}
        icon={null}
        description={
          <Input.TextArea
            aria-label={t('engine.second.refuseAsk')}
            value={reason}
            maxLength={200}
            rows={3}
            onChange={({ target }) => setReason(target.value)}
          />
        }
        okText={t('engine.second.refuse')}
        okButtonProps={{ disabled: reason.trim() === '', danger: true }}
        onConfirm={() => run({ kind: 'refuse', reason: reason.trim() })}
      >
        <Button {...common} loading={busy === 'refuse'}>
          {t('engine.second.refuse')}
        </Button>
      </Popconfirm>
      {request.mayConfirm ? (
        <Popconfirm
          title={t('engine.second.confirmAsk', { title: request.title })}
          onConfirm={() => run({ kind: 'confirm' })}
        >
          <Button {...common} type="primary" loading={busy === 'confirm'}>
            {t('engine.second.confirm')}
          </Button>
        </Popconfirm>
      ) : null}
    </div>
  );
}
