import { FrownOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import { useMemo } from 'react';
import { faultMessage } from '../../model/faults/index.ts';
import { propsFaults, type WidgetSlot as Slot } from '../../model/widget/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { InlineFault, Notice } from '../faults/fault-block.tsx';
import { sentences } from '../formats/listed.ts';
import { useEngine } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import type { WidgetDefinition, WidgetInput, WidgetOperation } from '../host/widget-definition.ts';
import { loadPart } from '../parts/load-part.ts';

/** What a place says of the widget it wants. */
export type WidgetSlotProps = {
  readonly name: string;
  readonly slot: Slot;
  readonly title?: string;
  readonly props?: Readonly<Record<string, unknown>> | undefined;
  readonly record?: WireRecord | undefined;
  readonly value?: unknown;
  readonly input?: WidgetInput;
  readonly operations?: readonly WidgetOperation[];
};

/** Draws a registered widget by name; an unknown, misused or failing one shows its fault in its place. */
export function DrawnWidget(props: WidgetSlotProps) {
  const { widgets = [], t } = useEngine();
  const { name, slot } = props;
  const definition = widgets.find((widget) => widget.name === name);
  const wrong = useMemo(
    () => (definition === undefined ? [] : propsFaults(definition, props.props)),
    [definition, props.props],
  );
  if (definition === undefined) return <WidgetFault slot={slot} text={t('engine.widget.unknown', { name })} />;
  if (!definition.slots.includes(slot)) return <WidgetFault slot={slot} text={t('engine.widget.slot', { name })} />;
  if (wrong.length > 0) {
    const faults = sentences(wrong.map((fault) => `props${fault.pointer} ${faultMessage(fault)}`));
    return <WidgetFault slot={slot} text={t('engine.widget.props', { name, faults })} />;
  }
  const failed = <WidgetFault slot={slot} text={t('engine.widget.failed', { name: definition.title })} />;
  return (
    <ErrorBoundary fallback={() => failed} resetKey={name}>
      <LoadedWidget {...props} definition={definition} />
    </ErrorBoundary>
  );
}

const blocks: ReadonlySet<Slot> = new Set(['page', 'tab', 'card']);

/** What is wrong with a widget, as large as the place it was to fill. */
function WidgetFault({ slot, text }: { readonly slot: Slot; readonly text: string }) {
  const { t } = useEngine();
  if (!blocks.has(slot)) return <InlineFault text={text} />;
  return (
    <Notice
      size={slot === 'page' ? 'page' : 'block'}
      role="alert"
      icon={<FrownOutlined aria-hidden="true" />}
      title={t(slot === 'page' ? 'engine.fault.page' : 'engine.fault.draw')}
      detail={text}
    />
  );
}

function LoadedWidget({ definition, ...rest }: WidgetSlotProps & { readonly definition: WidgetDefinition }) {
  const { t } = useEngine();
  const { name: page } = usePageRuntime();
  const { data: loaded, isError } = useQuery({
    queryKey: ['widget', definition.name],
    // A component is a function, which a cache would call; the box keeps it still.
    queryFn: async () => ({ Component: await loadPart(definition.load) }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError) return <WidgetFault slot={rest.slot} text={t('engine.widget.failed', { name: definition.title })} />;
  if (loaded === undefined) return <Spin size="small" />;
  const { Component } = loaded;
  const { title, record, value, input, operations } = rest;
  return (
    <Component
      page={page}
      slot={rest.slot}
      props={rest.props ?? {}}
      {...(title === undefined ? {} : { title })}
      {...(record === undefined ? {} : { record })}
      {...(value === undefined ? {} : { value })}
      {...(input === undefined ? {} : { input })}
      {...(operations === undefined ? {} : { operations })}
    />
  );
}
