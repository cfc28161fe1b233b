import { Button } from 'antd';
import { Suspense, useCallback, useMemo } from 'react';
import { expressionScopeAt } from '../../model/check/index.ts';
import { propertyTitle } from '../../model/design/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { FaultBlock, lazyPartWith, Waiting } from '../../react/index.ts';
import { pathBelow } from '../document/edits.ts';
import type { GrammarProperty } from '../grammar/grammar.ts';
import { useDesigning } from '../host/designing.ts';
import { useDesignState, useFromDocument } from '../host/use-design-state.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { SamplePicker, trialOf, useSampleScope } from './sample-record.tsx';

// The editor of expressions comes with the first of them.
const ExpressionEditor = lazyPartWith(MissingInput)(
  async () => (await import('../host/code-editors.ts')).ExpressionEditor,
);

function MissingInput({ onRetry }: { readonly onRetry: () => void }) {
  const t = useDesignText();
  return (
    <Button size="small" onClick={onRetry}>
      {t('designer.retry')}
    </Button>
  );
}

type ExpressionInputProps = {
  /** Key path of the node that has the property. */
  readonly at: string;
  readonly property: GrammarProperty;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
};

/** An expression; what is wrong with it is told while it is typed, and its value for a record one picks. */
export function ExpressionInput({ at, property, value, onChange }: ExpressionInputProps) {
  const t = useDesignText();
  const { titles } = useDesigning();
  const path = pathBelow(at, property.name);
  const scopeIn = useCallback(
    (document: JsonObject) => expressionScopeAt(document, parseKeyPath(path) ?? [], titles),
    [path, titles],
  );
  const scope = useFromDocument(scopeIn);
  const label = useDesignState(({ drawn }) => propertyTitle(drawn.document, parseKeyPath(path) ?? []));
  const source = typeof value === 'string' ? value : '';
  const trial = useMemo(() => trialOf(source, scope), [source, scope]);
  const { scope: sample, query, isGone } = useSampleScope(trial);
  return (
    <Suspense fallback={<Waiting rows={1} />}>
      <ExpressionEditor
        value={source}
        scope={scope}
        label={label}
        onChange={(text) => onChange(text === '' ? undefined : text)}
        {...(sample === undefined ? {} : { sample })}
      />
      {trial === undefined ? null : <SamplePicker trial={trial} />}
      {query.error === null ? null : <FaultBlock error={query.error} onRetry={() => void query.refetch()} />}
      {isGone ? <p className="designer-note">{t('designer.sample.gone')}</p> : null}
    </Suspense>
  );
}
