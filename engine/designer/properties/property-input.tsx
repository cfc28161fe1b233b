import { Input, InputNumber, Select, Switch, TreeSelect } from 'antd';
import { useCallback, useId, useMemo, useState } from 'react';
import { type Choice, choicesAt, nodeTitle, valueText } from '../../model/design/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { pathBelow } from '../document/edits.ts';
import { propertyEdits } from '../document/node-edits.ts';
import type { GrammarProperty } from '../grammar/grammar.ts';
import { useDesigning } from '../host/designing.ts';
import { useDesignState, useFromDocument } from '../host/use-design-state.ts';
import { type FieldChoice, fieldChoices } from '../palette/field-choices.ts';
import { entityOfNode } from '../palette/node-entity.ts';
import { useDesignText } from '../texts/use-design-text.ts';
import { ExpressionInput } from './expression-input.tsx';
import type { PropertyKind } from './property-kind.ts';

/** What an input of a property works on. */
export type InputProps = {
  /** Id of what takes the keyboard, for its label. */
  readonly id: string;
  /** Key path of the node that has the property. */
  readonly at: string;
  readonly property: GrammarProperty;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
};

type Kind = Exclude<PropertyKind, 'fixed' | 'group'>;

/** The input of a property by its kind. */
export function PropertyInput({ kind, ...props }: InputProps & { readonly kind: Kind }) {
  switch (kind) {
    case 'expression':
      return <ExpressionInput {...props} />;
    case 'field':
      return <FieldInput {...props} />;
    case 'choice':
      return <ChoiceInput {...props} />;
    case 'switch':
      return <SwitchInput {...props} />;
    case 'number':
      return <NumberInput {...props} />;
    case 'names':
      return <NamesInput {...props} />;
    case 'json':
      return <JsonInput {...props} />;
    case 'text':
      return <NameOrText {...props} />;
    case 'longText':
      return <TextInput {...props} isLong />;
  }
}

/** Sets a property of a node; what is typed letter by letter is taken back together. */
export function useSetProperty(at: string): (name: string, value: unknown) => void {
  const { session } = useDesigning();
  return (name, value) => session.do(propertyEdits(session.read().stack.document, at, name, value), `${at} ${name}`);
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** A text; where the documents offer names, one of them. */
function NameOrText(props: InputProps) {
  const choices = useChoices(pathBelow(props.at, props.property.name));
  return choices.length === 0 ? <TextInput {...props} isLong={false} /> : <NameInput {...props} choices={choices} />;
}

/** What the documents offer at a key path. */
function useChoices(path: string): readonly Choice[] {
  const { titles } = useDesigning();
  return useFromDocument(
    useCallback((document: JsonObject) => choicesAt(document, parseKeyPath(path) ?? [], titles), [path, titles]),
  );
}

function TextInput({ id, at, property, value, onChange, isLong }: InputProps & { readonly isLong: boolean }) {
  const { titles } = useDesigning();
  const { maxLength } = property.schema;
  // What it is called when it says nothing itself.
  const usual = useDesignState(({ drawn }) =>
    property.name === 'title' && value === undefined ? nodeTitle(drawn.document, parseKeyPath(at) ?? [], titles) : '',
  );
  const shared = {
    id,
    value: asText(value),
    placeholder: usual,
    ...(typeof maxLength === 'number' ? { maxLength } : {}),
  };
  const change = (text: string) => onChange(text === '' ? undefined : text);
  return isLong ? (
    <Input.TextArea {...shared} rows={2} onChange={(event) => change(event.target.value)} />
  ) : (
    <Input {...shared} allowClear onChange={(event) => change(event.target.value)} />
  );
}

function NumberInput({ id, property, value, onChange }: InputProps) {
  const { minimum, maximum } = property.schema;
  return (
    <InputNumber
      id={id}
      className="designer-wide"
      value={typeof value === 'number' ? value : null}
      {...(typeof minimum === 'number' ? { min: minimum } : {})}
      {...(typeof maximum === 'number' ? { max: maximum } : {})}
      precision={0}
      changeOnBlur
      onChange={(number) => onChange(number ?? undefined)}
    />
  );
}

function SwitchInput({ id, value, onChange }: InputProps) {
  return <Switch id={id} size="small" checked={value === true} onChange={(on) => onChange(on ? true : undefined)} />;
}

function ChoiceInput({ id, at, property, value, onChange }: InputProps) {
  const { titles } = useDesigning();
  const t = useDesignText();
  const values = valuesOf(property);
  const optionsIn = useCallback(
    (document: JsonObject) => {
      const path = parseKeyPath(pathBelow(at, property.name)) ?? [];
      return valuesOf(property).map((one) => ({ value: String(one), label: valueText(document, path, one, titles) }));
    },
    [at, property, titles],
  );
  const options = useFromDocument(optionsIn);
  return (
    <Select
      id={id}
      className="designer-wide"
      value={value === undefined ? null : String(value)}
      placeholder={t('designer.properties.default')}
      allowClear={!property.isRequired}
      options={options}
      onChange={(chosen: string | undefined) => onChange(values.find((one) => String(one) === chosen))}
    />
  );
}

function valuesOf({ schema }: GrammarProperty): readonly unknown[] {
  return Array.isArray(schema.enum) ? schema.enum : [];
}

/** One of the names that the documents offer there: of a page, a dataset and its parts, a form. */
function NameInput({ id, property, value, onChange, choices }: InputProps & { readonly choices: readonly Choice[] }) {
  const t = useDesignText();
  return (
    <Select
      id={id}
      className="designer-wide"
      showSearch
      optionFilterProp="label"
      value={typeof value === 'string' ? value : null}
      placeholder={t('designer.properties.default')}
      allowClear={!property.isRequired}
      options={choices.map((choice) => ({ value: choice.value, label: choice.title }))}
      onChange={(name: string | undefined) => onChange(name)}
    />
  );
}

type FieldOption = { readonly value: string; readonly title: string; readonly children?: FieldOption[] };

function optionOf({ path, title, below }: FieldChoice): FieldOption {
  return below.length === 0 ? { value: path, title } : { value: path, title, children: below.map(optionOf) };
}

function FieldInput({ id, at, property, value, onChange }: InputProps) {
  const { titles } = useDesigning();
  const entity = useDesignState(({ drawn }) => entityOfNode(drawn.document, at, titles));
  const options = useMemo(
    () => (entity === undefined ? [] : fieldChoices(entity, titles.entities).map(optionOf)),
    [entity, titles],
  );
  return (
    <TreeSelect
      id={id}
      className="designer-wide"
      showSearch
      treeNodeFilterProp="title"
      {...(typeof value === 'string' ? { value } : {})}
      allowClear={!property.isRequired}
      treeData={options}
      onChange={(path: string | undefined) => onChange(path)}
    />
  );
}

/** Several names: of fields, measures, periods, in the order in which they are chosen. */
function NamesInput({ id, at, property, value, onChange }: InputProps) {
  const { titles } = useDesigning();
  const optionsIn = useCallback(
    (document: JsonObject) => {
      const path = parseKeyPath(pathBelow(at, property.name)) ?? [];
      const titleOf = new Map(choicesAt(document, path, titles).map((choice) => [choice.value, choice.title]));
      return [...new Set([...namesIn(value), ...possible(property), ...titleOf.keys()])].map((name) => ({
        value: name,
        label: titleOf.get(name) ?? valueText(document, path, name, titles),
      }));
    },
    [at, property, value, titles],
  );
  const chosen = namesIn(value);
  const options = useFromDocument(optionsIn);
  return (
    <Select
      id={id}
      className="designer-wide"
      mode="multiple"
      optionFilterProp="label"
      value={chosen}
      options={options}
      onChange={(names: readonly string[]) => onChange(names.length === 0 ? undefined : names)}
    />
  );
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The names that the grammar itself lists. */
function possible({ schema }: GrammarProperty): readonly string[] {
  const items = isJsonObject(schema.items) ? schema.items : {};
  return Array.isArray(items.enum) ? items.enum.map(String) : [];
}

/** Any other value as JSON; it is taken once it can be read. */
function JsonInput({ id, value, onChange }: InputProps) {
  const t = useDesignText();
  const own = useId();
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState<string>();
  const isBad = typed !== undefined && typed !== '' && readJson(typed) === undefined;
  const leave = () => {
    if (typed === undefined || isBad) return;
    onChange(typed === '' ? undefined : readJson(typed)?.value);
    setTyped(undefined);
  };
  return (
    <>
      <Input.TextArea
        id={id}
        className="designer-expression"
        value={typed ?? written}
        spellCheck={false}
        rows={2}
        status={isBad ? 'error' : ''}
        aria-describedby={own}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
      />
      <div id={own} className="designer-fault" role="status">
        {isBad ? t('designer.properties.notJson') : ''}
      </div>
    </>
  );
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
