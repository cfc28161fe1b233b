import {
  BoldOutlined,
  CodeOutlined,
  FunctionOutlined,
  HighlightOutlined,
  ItalicOutlined,
  LineOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { MenuProps } from 'antd';
import type { ReactNode } from 'react';
import type { TextFormat, TextVariable } from '../../../model/documents/index.ts';
import { useText } from '../../host/engine-context.tsx';
import type { TextKey } from '../../texts/text.ts';
import type { Tool } from './tool-bar.tsx';

export type EditorToolsOptions = {
  readonly editor: Editor;
  readonly formats: ReadonlySet<TextFormat>;
  readonly variables: readonly TextVariable[];
  readonly onLink: () => void;
  readonly onPicture: () => void;
  readonly onFormula: () => void;
  readonly onSource: () => void;
};

type Translate = (key: TextKey, params?: Readonly<Record<string, unknown>>) => string;

/** A format that is on or off for what is chosen. */
type Toggle = {
  readonly format: TextFormat;
  /** What the editor calls it. */
  readonly name: string;
  readonly title: TextKey;
  readonly icon: ReactNode;
  readonly run: (chain: ChainedCommands) => ChainedCommands;
};

const marks: readonly Toggle[] = [
  { format: 'bold', name: 'bold', title: 'engine.html.bold', icon: <BoldOutlined />, run: (c) => c.toggleBold() },
  {
    ...{ format: 'italic', name: 'italic', title: 'engine.html.italic', icon: <ItalicOutlined /> },
    run: (chain) => chain.toggleItalic(),
  },
  {
    ...{ format: 'underline', name: 'underline', title: 'engine.html.underline', icon: <UnderlineOutlined /> },
    run: (chain) => chain.toggleUnderline(),
  },
  {
    ...{ format: 'strike', name: 'strike', title: 'engine.html.strike', icon: <StrikethroughOutlined /> },
    run: (chain) => chain.toggleStrike(),
  },
  {
    ...{ format: 'superscript', name: 'superscript', title: 'engine.html.superscript', icon: <b>x²</b> },
    run: (chain) => chain.toggleSuperscript(),
  },
  {
    ...{ format: 'subscript', name: 'subscript', title: 'engine.html.subscript', icon: <b>x₂</b> },
    run: (chain) => chain.toggleSubscript(),
  },
];

const blocks: readonly Toggle[] = [
  {
    ...{ format: 'list', name: 'bulletList', title: 'engine.html.bulletList', icon: <UnorderedListOutlined /> },
    run: (chain) => chain.toggleBulletList(),
  },
  {
    ...{ format: 'list', name: 'orderedList', title: 'engine.html.orderedList', icon: <OrderedListOutlined /> },
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    ...{ format: 'quote', name: 'blockquote', title: 'engine.html.quote', icon: <b>”</b> },
    run: (chain) => chain.toggleBlockquote(),
  },
  {
    ...{ format: 'code', name: 'codeBlock', title: 'engine.html.code', icon: <CodeOutlined /> },
    run: (chain) => chain.toggleCodeBlock(),
  },
];

const levels = [1, 2, 3, 4] as const;

/** The tools for a text in the formats of its field, in groups, as they stand for what is chosen in it. */
export function useEditorTools(options: EditorToolsOptions): readonly (readonly Tool[])[] {
  const { editor, formats, variables, onLink, onPicture, onFormula, onSource } = options;
  const t = useText();
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: [...marks, ...blocks].filter(({ name }) => now.isActive(name)).map(({ name }) => name),
      level: levels.find((level) => now.isActive('heading', { level })) ?? 0,
      isTable: now.isActive('table'),
      isLink: now.isActive('link'),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  const run = (step: (chain: ChainedCommands) => ChainedCommands) => () => void step(editor.chain().focus()).run();
  const toggles = (all: readonly Toggle[]) =>
    all
      .filter(({ format }) => formats.has(format))
      .map(
        ({ name, title, icon, run: step }): Tool => ({
          ...{ key: name, title: t(title), icon, isOn: state.on.includes(name) },
          run: run(step),
        }),
      );
  const having = (format: TextFormat, tool: Tool): readonly Tool[] => (formats.has(format) ? [tool] : []);
  const menu = (key: string, title: TextKey, icon: ReactNode, choices: MenuProps['items']): Tool => ({
    ...{ key, title: t(title), icon },
    choices,
  });
  return [
    having('heading', {
      ...menu('heading', 'engine.html.heading', <b>{state.level === 0 ? '¶' : `H${state.level}`}</b>, [
        { key: '0', label: t('engine.html.paragraph'), onClick: run((chain) => chain.setParagraph()) },
        ...levels.map((level) => ({
          key: `${level}`,
          label: t('engine.html.headingLevel', { level }),
          onClick: run((chain) => chain.setHeading({ level })),
        })),
      ]),
    }),
    toggles(marks),
    [
      ...toggles(blocks),
      ...having('rule', {
        ...{ key: 'rule', title: t('engine.html.rule'), icon: <LineOutlined /> },
        run: run((chain) => chain.setHorizontalRule()),
      }),
    ],
    [
      ...having('link', {
        ...{ key: 'link', title: t('engine.html.link'), icon: <LinkOutlined />, isOn: state.isLink },
        run: onLink,
      }),
      ...having('picture', {
        ...{ key: 'picture', title: t('engine.html.insertPicture'), icon: <PictureOutlined /> },
        run: onPicture,
      }),
      ...having('formula', {
        ...{ key: 'formula', title: t('engine.html.insertFormula'), icon: <FunctionOutlined /> },
        run: onFormula,
      }),
      ...having('table', menu('table', 'engine.html.table', <TableOutlined />, tableChoices(state.isTable, t, run))),
      ...(variables.length === 0 ? [] : [variableTool(variables, t, run)]),
    ],
    [
      {
        ...{ key: 'undo', title: t('engine.file.undo'), icon: <UndoOutlined />, isOff: !state.canUndo },
        run: run((chain) => chain.undo()),
      },
      {
        ...{ key: 'redo', title: t('engine.html.redo'), icon: <RedoOutlined />, isOff: !state.canRedo },
        run: run((chain) => chain.redo()),
      },
      { key: 'source', title: t('engine.html.source'), icon: <b>&lt;/&gt;</b>, isOn: false, run: onSource },
    ],
  ];
}

type Run = (step: (chain: ChainedCommands) => ChainedCommands) => () => void;

function tableChoices(isTable: boolean, t: Translate, run: Run): MenuProps['items'] {
  if (!isTable)
    return [
      {
        key: 'insert',
        label: t('engine.html.insertTable'),
        onClick: run((chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true })),
      },
    ];
  const choice = (key: TextKey, step: (chain: ChainedCommands) => ChainedCommands) => ({
    key,
    label: t(key),
    onClick: run(step),
  });
  return [
    choice('engine.html.rowAbove', (chain) => chain.addRowBefore()),
    choice('engine.html.rowBelow', (chain) => chain.addRowAfter()),
    choice('engine.html.columnLeft', (chain) => chain.addColumnBefore()),
    choice('engine.html.columnRight', (chain) => chain.addColumnAfter()),
    { type: 'divider' },
    choice('engine.html.headerRow', (chain) => chain.toggleHeaderRow()),
    choice('engine.html.mergeCells', (chain) => chain.mergeOrSplit()),
    { type: 'divider' },
    choice('engine.html.deleteRow', (chain) => chain.deleteRow()),
    choice('engine.html.deleteColumn', (chain) => chain.deleteColumn()),
    choice('engine.html.deleteTable', (chain) => chain.deleteTable()),
  ];
}

function variableTool(variables: readonly TextVariable[], t: Translate, run: Run): Tool {
  return {
    ...{ key: 'variable', title: t('engine.html.variable'), icon: <HighlightOutlined /> },
    choices: variables.map(({ key, title }) => ({
      key,
      label: `${title} {${key}}`,
      onClick: run((chain) => chain.insertContent({ type: 'text', text: `{${key}}` })),
    })),
  };
}
