import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const quiet = 'var(--engine-text-quiet)';

/** Colours of the theme around it, so that light and dark need nothing of their own. */
const look = EditorView.theme({
  '&': { color: 'var(--engine-text)', backgroundColor: 'var(--engine-surface)', fontSize: '13px', height: '100%' },
  '&.cm-focused': { outline: '2px solid var(--engine-primary)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--engine-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--engine-text)' },
  '.cm-gutters': {
    color: quiet,
    backgroundColor: 'var(--engine-surface)',
    borderRight: '1px solid var(--engine-border)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--engine-surface-quiet)' },
  '.cm-activeLineGutter': { color: 'var(--engine-text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--engine-primary-soft)',
  },
  '.cm-matchingBracket': { outline: '1px solid var(--engine-primary)', backgroundColor: 'transparent' },
  '.cm-tooltip': {
    color: 'var(--engine-text)',
    backgroundColor: 'var(--engine-surface)',
    border: '1px solid var(--engine-border)',
    borderRadius: '6px',
    boxShadow: '0 6px 16px rgb(0 0 0 / 16%)',
    maxWidth: '420px',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', color: 'var(--engine-text)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--engine-text)',
    backgroundColor: 'var(--engine-primary-soft)',
  },
  '.cm-completionDetail': { marginLeft: '12px', color: quiet, fontStyle: 'normal', fontFamily: 'inherit' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionInfo': { padding: '6px 10px', whiteSpace: 'pre-wrap' },
  '.cm-source-hint': { padding: '6px 10px' },
  '.cm-source-hint p': { margin: '4px 0 0' },
  '.cm-diagnostic': { padding: '6px 10px', whiteSpace: 'pre-wrap' },
  '.cm-diagnosticAction': {
    color: 'var(--engine-link)',
    backgroundColor: 'transparent',
    border: '1px solid var(--engine-input-border)',
    borderRadius: '4px',
    cursor: 'pointer',
  },
  '.cm-panels': { color: 'var(--engine-text)', backgroundColor: 'var(--engine-surface)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--engine-border)' },
  '.cm-textfield': { color: 'inherit', backgroundColor: 'transparent', border: '1px solid var(--engine-input-border)' },
  '.cm-button': {
    color: 'inherit',
    backgroundColor: 'transparent',
    backgroundImage: 'none',
    border: '1px solid var(--engine-input-border)',
    borderRadius: '4px',
  },
  '.cm-foldPlaceholder': { color: quiet, backgroundColor: 'transparent', border: '1px solid var(--engine-border)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--engine-error)',
    textUnderlineOffset: '3px',
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, class: 'cm-source-name' },
  { tag: [tags.string, tags.special(tags.string)], class: 'cm-source-text' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'cm-source-value' },
  { tag: [tags.keyword, tags.operatorKeyword], class: 'cm-source-word' },
  { tag: tags.function(tags.variableName), class: 'cm-source-call' },
]);

/** How source looks, in the colours of the page. */
export const codeLook: Extension = [look, syntaxHighlighting(colours)];
