import type { FactGroupView, FactView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { CopyButton } from '../../copy/copy-button.tsx';
import { InlineFault } from '../../faults/fault-block.tsx';
import { FieldValue } from '../../field-value/field-value.tsx';
import { Toned } from '../../field-value/toned.tsx';
import { fieldRenderers, fieldText } from '../../fields/field-renderers.ts';
import { emptyText } from '../../fields/renderer/field-renderer.ts';
import { DesignPlace, useDesignMark } from '../../host/page-design.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { isMasked, whyUnrevealed } from '../../record/masked.ts';
import { valueAt } from '../../record/record-path.ts';
import { RevealValue } from '../../reveal/reveal-value.tsx';
import './panorama.css';

/** What is known of the record, in groups. */
export function FactGroups({
  groups,
  record,
}: {
  readonly groups: readonly FactGroupView[];
  readonly record: WireRecord;
}) {
  const mark = useDesignMark();
  return (
    <div className="engine-card engine-facts">
      {groups.map((group) => (
        <section key={group.key} aria-labelledby={`facts-${group.key}`} {...mark('facts', group.key)}>
          <h2 id={`facts-${group.key}`}>{group.title}</h2>
          <dl>
            <DesignPlace at={['facts', group.key, 'fields']}>
              {group.facts.map((fact) => (
                <Fact key={fact.path} fact={fact} record={record} />
              ))}
            </DesignPlace>
          </dl>
        </section>
      ))}
    </div>
  );
}

function Fact({ fact, record }: { readonly fact: FactView; readonly record: WireRecord }) {
  const mark = useDesignMark();
  if (fact.fault !== undefined)
    return (
      <div className="engine-fact" {...mark(fact.path)}>
        <dt>{fact.title}</dt>
        <dd>
          <InlineFault text={fact.fault} />
        </dd>
      </div>
    );
  const length = fieldRenderers[fact.field.type].width >= 200 ? 'engine-fact-long' : '';
  return (
    <div
      className={`engine-fact ${fact.field.shape?.list === true ? 'engine-fact-long engine-fact-rows' : length}`.trim()}
      {...mark(fact.path)}
    >
      <dt>{fact.title}</dt>
      <dd>
        <FactValue fact={fact} record={record} />
      </dd>
    </div>
  );
}

/** The value, and the way to see it in clear where it came masked and the reader may. */
function FactValue({ fact, record }: { readonly fact: FactView; readonly record: WireRecord }) {
  const { context } = usePageRuntime();
  const { field, path, title, reveal, dial } = fact;
  const text = fieldText(field, path, record, context);
  const value = (
    <>
      <Toned of={fact} record={record}>
        <FieldValue field={field} path={path} record={record} dial={dial} hasRoom />
      </Toned>
      {text === emptyText ? null : <CopyButton text={text} title={title} />}
    </>
  );
  const id = reveal === undefined ? undefined : valueAt(record, reveal.idPath);
  if (reveal === undefined || typeof id !== 'string' || !isMasked(field, valueAt(record, path))) return value;
  if (whyUnrevealed(record, path) !== undefined) return value;
  return (
    <RevealValue key={id} of={{ api: reveal.api, id, field: field.key, title }}>
      {value}
    </RevealValue>
  );
}
