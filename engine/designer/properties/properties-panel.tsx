import { LockOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Collapse, Tooltip } from 'antd';
import { memo, useCallback, useId } from 'react';
import { nodeKind, nodeTitle, propertyTitle, valueText } from '../../model/design/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { pathBelow, valueIn } from '../document/edits.ts';
import { type GrammarProperty, grammarAt, propertiesOf } from '../grammar/grammar.ts';
import { useDesigning } from '../host/designing.ts';
import { useCommands } from '../host/use-commands.ts';
import { useDesignSelected, useDesignState, useFromDocument } from '../host/use-design-state.ts';
import { isDesignText, useDesignText } from '../texts/use-design-text.ts';
import { PropertyInput, useSetProperty } from './property-input.tsx';
import { isUsual, kindOfProperty, type PropertyKind } from './property-kind.ts';
import { markOfProperty } from './property-place.ts';
import { SampleRecord } from './sample-record.tsx';
import { useWidgetAt, WidgetProps } from './widget-props.tsx';

/** What is selected, and everything of it that can be set. */
export function PropertiesPanel() {
  const t = useDesignText();
  const { titles } = useDesigning();
  const selected = useDesignSelected();
  const at = selected.at(-1) ?? '';
  const path = at === '' ? [] : (parseKeyPath(at) ?? []);
  const title = useDesignState(({ drawn }) => nodeTitle(drawn.document, path, titles));
  const kind = useDesignState(({ drawn }) => nodeKind(drawn.document, path));
  const isHidden = useDesignState(({ drawn }) => drawn.hidden.has(at));
  return (
    <section className="designer-properties" aria-label={t('designer.properties')}>
      <header className="designer-panel-head">
        <h2>{selected.length > 1 ? t('designer.properties.many', { count: selected.length }) : title}</h2>
        <span className="engine-quiet">{at === '' ? t('designer.page') : kind}</span>
      </header>
      <SampleRecord>{isHidden ? <HiddenNote /> : <NodeProperties key={at} at={at} />}</SampleRecord>
    </section>
  );
}

/** What is hidden is brought back before anything of it can be set. */
function HiddenNote() {
  const t = useDesignText();
  const { restore } = useCommands();
  return (
    <p className="designer-note">
      {t('designer.hidden')}
      <Button size="small" icon={<UndoOutlined aria-hidden="true" />} onClick={() => restore()}>
        {t('designer.restore')}
      </Button>
    </p>
  );
}

/** The properties of one node, those that are rarely used folded away. */
function NodeProperties({ at }: { readonly at: string }) {
  const t = useDesignText();
  const shown = useShownProperties(at);
  const present = useFromDocument(useCallback((document: JsonObject) => namesOfNode(document, at), [at]));
  const isSet = (name: string) => present.includes(name);
  const own = shown.filter(({ kind, property: { name } }) => kind !== 'fixed' && (isUsual(name) || isSet(name)));
  const fixed = shown.filter(({ kind, property: { name } }) => kind === 'fixed' && isSet(name));
  const rare = shown.filter((one) => !(own.includes(one) || one.kind === 'fixed'));
  if (shown.length === 0) return <p className="designer-note">{t('designer.properties.none')}</p>;
  return (
    <>
      {own.map((one) => (
        <PropertyLine key={one.property.name} at={at} {...one} />
      ))}
      {rare.length === 0 ? null : (
        <Collapse
          ghost
          size="small"
          items={[
            {
              key: 'rare',
              label: t('designer.properties.rare'),
              children: rare.map((one) => <PropertyLine key={one.property.name} at={at} {...one} />),
            },
          ]}
        />
      )}
      {fixed.map((one) => (
        <FixedLine key={one.property.name} at={at} property={one.property} />
      ))}
    </>
  );
}

/** The properties a node may have that are shown, each with its input. */
function useShownProperties(at: string) {
  const { grammar } = useDesigning();
  const shownIn = useCallback(
    (document: JsonObject) => {
      const part = grammarAt(grammar, document, at);
      return (part === undefined ? [] : propertiesOf(grammar, part)).flatMap((property) => {
        const kind = kindOfProperty(property);
        return kind === undefined ? [] : [{ property, kind }];
      });
    },
    [grammar, at],
  );
  return useFromDocument(shownIn);
}

function namesOfNode(document: JsonObject, at: string): readonly string[] {
  const node = valueIn(document, at);
  return isJsonObject(node) ? Object.keys(node) : [];
}

type LineProps = { readonly at: string; readonly property: GrammarProperty; readonly kind: PropertyKind };

/** One property: its title, what it means, its input. */
const PropertyLine = memo(function PropertyLine({ at, property, kind }: LineProps) {
  const id = useId();
  const setProperty = useSetProperty(at);
  const { name, description } = property;
  const widget = useWidgetAt(at);
  const value = useValueAt(at, name);
  const title = useTitleOf(at, name);
  if (kind === 'fixed') return null;
  if (name === 'props' && widget !== undefined) return <WidgetProps at={at} title={title} contract={widget} />;
  if (kind === 'group') return <GroupLine at={pathBelow(at, name)} title={title} />;
  return (
    <div
      className={kind === 'switch' ? 'designer-property designer-property-switch' : 'designer-property'}
      {...markOfProperty(pathBelow(at, name))}
    >
      <label htmlFor={id} title={description}>
        {title}
      </label>
      <PropertyInput
        id={id}
        kind={kind}
        at={at}
        property={property}
        value={value}
        onChange={(next) => setProperty(name, next)}
      />
    </div>
  );
});

/** What a node has as a property now. */
function useValueAt(at: string, name: string): unknown {
  return useDesignState(({ drawn }) => {
    const node = valueIn(drawn.document, at);
    return isJsonObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  });
}

/** What a property of a node is called. */
function useTitleOf(at: string, name: string): string {
  const path = parseKeyPath(pathBelow(at, name)) ?? [];
  return useDesignState(({ drawn }) => propertyTitle(drawn.document, path));
}

/** Properties that belong together. */
function GroupLine({ at, title }: { readonly at: string; readonly title: string }) {
  const inner = useShownProperties(at);
  return (
    <fieldset className="designer-property-group">
      <legend>{title}</legend>
      {inner.map((one) => (
        <PropertyLine key={one.property.name} at={at} {...one} />
      ))}
    </fieldset>
  );
}

/** A property that the product decides, and why. */
function FixedLine({ at, property }: Omit<LineProps, 'kind'>) {
  const t = useDesignText();
  const { titles } = useDesigning();
  const { name } = property;
  const path = parseKeyPath(pathBelow(at, name)) ?? [];
  const value = useDesignState(({ drawn }) =>
    valueText(drawn.document, path, valueIn(drawn.document, pathBelow(at, name)), titles),
  );
  const title = useTitleOf(at, name);
  const key = `designer.fixed.${name}`;
  const reason = isDesignText(key) ? t(key) : t('designer.properties.fixed');
  return (
    <div className="designer-property designer-property-fixed">
      <span className="designer-property-title">
        {title}
        <Tooltip title={reason}>
          <LockOutlined tabIndex={0} role="img" aria-label={reason} />
        </Tooltip>
      </span>
      <span className="designer-property-value">{value}</span>
    </div>
  );
}
