// Both editors of code, which come together when one of them is first needed.

export { ExpressionEditor } from '../expression/expression-editor.tsx';
export { SourceEditor } from '../source/source-editor.tsx';
