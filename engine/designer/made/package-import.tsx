import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { faultMessage } from '../../model/faults/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { useEngine } from '../../react/index.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { Field } from './field.tsx';
import type { PackageLine } from './made-types.ts';

type Props = {
  readonly given: JsonObject;
  readonly lines: readonly PackageLine[];
  readonly mayPublish: boolean;
  readonly onDone: () => void;
};

const states = {
  new: { title: '新增', tone: 'green' },
  same: { title: '已经一样', tone: 'default' },
  replaced: { title: '替换现在的', tone: 'orange' },
  faulty: { title: '不合适', tone: 'red' },
} as const;

/** What a package would do, part by part, and doing it. */
export function PackageImport({ given, lines, mayPublish, onDone }: Props) {
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
    <section aria-label="预演" className="design-upgrade">
      <p>
        {String(given.productTitle)}，{String(given.exportedAt).slice(0, 10)} 导出；共 {lines.length} 部分。
      </p>
      <ul className="design-list">
        {lines.map((line) => (
          <Line key={`${line.kind} ${line.page} ${line.level ?? ''} ${line.role ?? ''}`} line={line} />
        ))}
      </ul>
      {refusal === undefined ? null : <Alert type="error" showIcon message={refusal} />}
      {!isFitting ? (
        <Alert type="warning" showIcon message="有不合适的部分，不能导入；改正之后重新导出。" />
      ) : isAllSame ? (
        <Alert type="success" showIcon message="这里已经与文件一样，没有要导入的。" />
      ) : mayPublish ? (
        <>
          <Field label="说明" help="写在每一次发布的记录里。">
            <Input aria-label="说明" value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
          </Field>
          <span>
            <Button type="primary" loading={isSending} disabled={note.trim() === ''} onClick={() => void bring()}>
              导入并发布
            </Button>
          </span>
        </>
      ) : null}
    </section>
  );
}

function Line({ line }: { readonly line: PackageLine }) {
  const { kind, title, level, role, state, edits, changes = [], asleep, conflicts, faults } = line;
  const t = useDesignText();
  const { title: word, tone } = states[state];
  const ofLayer = level === 'role' ? `角色“${role ?? ''}”的 ${edits} 处改动` : `整个组织的 ${edits} 处改动`;
  const whose = kind === 'layer' ? ofLayer : t(`designer.package.${kind}`);
  return (
    <li className="engine-card">
      <div className="made-line">
        <strong>{title}</strong>
        <span>{whose}</span>
        <span className={`engine-tag engine-tone-${tone}`}>{word}</span>
        {conflicts > 0 ? <span className="engine-tag engine-tone-orange">{conflicts} 处与产品冲突</span> : null}
      </div>
      {changes.map((change) => (
        <div key={change} className="engine-quiet">
          {change}
        </div>
      ))}
      {asleep.map((at) => (
        <div key={at} className="engine-quiet">
          所在之处没有：{at}
        </div>
      ))}
      {faults.map((fault) => (
        <div key={`${fault.pointer} ${fault.code}`}>{faultMessage(fault)}</div>
      ))}
    </li>
  );
}
