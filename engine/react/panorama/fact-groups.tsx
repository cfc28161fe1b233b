import { CopyOutlined } from '@ant-design/icons';
import { App } from 'antd';
import type { FactGroupView, FactView, WireRecord } from '../../model/index.ts';
import { useText } from '../engine-context.tsx';
import { emptyText } from '../faces/face.ts';
import { faces, fieldText } from '../faces/faces.ts';
import { FieldValue } from '../faces/field-value.tsx';
import { InlineFault } from '../faults/fault-block.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';

/** What is known of the record, in groups. */
export function FactGroups({
  groups,
  record,
}: {
  readonly groups: readonly FactGroupView[];
  readonly record: WireRecord;
}) {
  return (
    <div className="engine-card engine-facts">
      {groups.map((group) => (
        <section key={group.key} aria-labelledby={`facts-${group.key}`}>
          <h2 id={`facts-${group.key}`}>{group.title}</h2>
          <dl>
            {group.facts.map((fact) => (
              <Fact key={fact.path} fact={fact} record={record} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function Fact({ fact, record }: { readonly fact: FactView; readonly record: WireRecord }) {
  const { context } = usePageRuntime();
  if (fact.fault !== undefined)
    return (
      <div className="engine-fact">
        <dt>{fact.title}</dt>
        <dd>
          <InlineFault text={fact.fault} />
        </dd>
      </div>
    );
  const text = fieldText(fact.field, fact.path, record, context);
  const isLong = faces[fact.field.type].width >= 200;
  return (
    <div className={isLong ? 'engine-fact engine-fact-long' : 'engine-fact'}>
      <dt>{fact.title}</dt>
      <dd>
        <FieldValue field={fact.field} path={fact.path} record={record} />
        {text === emptyText ? null : <CopyButton text={text} title={fact.title} />}
      </dd>
    </div>
  );
}

/** Copies what is shown; a masked value is copied masked, for nothing else ever came. */
function CopyButton({ text, title }: { readonly text: string; readonly title: string }) {
  const t = useText();
  const { message } = App.useApp();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    message.success(t('engine.copied'));
  };
  return (
    <button
      type="button"
      className="engine-copy"
      onClick={copy}
      aria-label={t('engine.copy', { title })}
      title={t('engine.copy', { title })}
    >
      <CopyOutlined aria-hidden="true" />
    </button>
  );
}
