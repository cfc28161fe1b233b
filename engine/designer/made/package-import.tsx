import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { faultMessage } from '../../model/faults/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { useEngine, writtenDay } from '../../react/index.ts';
import { useMadeText } from '../texts/use-made-text.ts';
import { Field } from './field.tsx';
import type { PackageLine } from './made-types.ts';

type Props = {
  readonly given: JsonObject;
  readonly lines: readonly PackageLine[];
  readonly mayPublish: boolean;
  readonly onDone: () => void;
};

const tones = { new: 'green', same: 'default', replaced: 'orange', faulty: 'red' } as const;

/** What a package would do, part by part, and doing it. */
export function PackageImport({ given, lines, mayPublish, onDone }: Props) {
  const t = useMadeText();
  const { client } = useEngine();
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setSending] = useState(false);
  const isFitting = lines.every(({ state }) => state !== 'faulty');
  const isAllSame = lines.every(({ state }) => state === 'same');
  const bring = async () => {
    setSending(true);
    try {
      const input = { package: given, note: note.trim() };
      const options = { idempotencyKey: crypto.randomUUID(), quiet: true };
      await client.callAt('/v1/design/package/import', input, options);
      onDone();
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      setRefusal(error.message);
    } finally {
      setSending(false);
    }
  };
  return (
    <section aria-label={t('designer.package.rehearsal')} className="design-upgrade">
      <p>
        {t('designer.package.from', {
          product: String(given.productTitle),
          date: writtenDay(String(given.exportedAt).slice(0, 10)),
          count: lines.length,
        })}
      </p>
      <ul className="design-list">
        {lines.map((line) => (
          <Line key={`${line.kind} ${line.page} ${line.level ?? ''} ${line.role ?? ''}`} line={line} />
        ))}
      </ul>
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} />}
      {!isFitting ? (
        <Alert type="warning" showIcon message={t('designer.package.notFitting')} />
      ) : isAllSame ? (
        <Alert type="success" showIcon message={t('designer.package.allSame')} />
      ) : mayPublish ? (
        <>
          <Field label={t('designer.publish.note')} help={t('designer.package.noteHint')}>
            <Input
              aria-label={t('designer.publish.note')}
              value={note}
              maxLength={200}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
          <span>
            <Button type="primary" loading={isSending} disabled={note.trim() === ''} onClick={() => void bring()}>
              {t('designer.package.import')}
            </Button>
          </span>
        </>
      ) : null}
    </section>
  );
}

function Line({ line }: { readonly line: PackageLine }) {
  const { kind, title, level, role, state, edits, changes = [], asleep, conflicts, faults } = line;
  const t = useMadeText();
  const ofLayer =
    level === 'role'
      ? t('designer.package.ofRole', { role: role ?? '', count: edits })
      : t('designer.package.ofOrg', { count: edits });
  const whose = kind === 'layer' ? ofLayer : t(`designer.package.${kind}`);
  return (
    <li className="engine-card">
      <div className="made-line">
        <strong>{title}</strong>
        <span>{whose}</span>
        <span className={`engine-tag engine-tone-${tones[state]}`}>{t(`designer.package.state.${state}`)}</span>
        {conflicts > 0 ? (
          <span className="engine-tag engine-tone-orange">{t('designer.package.conflicts', { count: conflicts })}</span>
        ) : null}
      </div>
      {changes.map((change) => (
        <div key={change} className="engine-quiet">
          {change}
        </div>
      ))}
      {asleep.map((at) => (
        <div key={at} className="engine-quiet">
          {t('designer.package.asleep', { at })}
        </div>
      ))}
      {faults.map((fault) => (
        <div key={`${fault.pointer} ${fault.code}`}>{faultMessage(fault)}</div>
      ))}
    </li>
  );
}
