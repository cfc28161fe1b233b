import { StreamLanguage, type StringStream } from '@codemirror/language';
import { expressionFunctions } from '../../model/expression/index.ts';

const words = new Set(['true', 'false', 'null', 'in']);

/** Colours for expressions: texts, numbers, words, calls and names. */
export const expressionLanguage = StreamLanguage.define({ name: 'expression', token });

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^'(?:[^'\\]|\\.)*'?/) || stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
  if (stream.match(/^\d+(\.\d+)?/)) return 'number';
  const word = stream.match(/^[A-Za-z_]\w*/);
  if (Array.isArray(word)) {
    const name = word[0] ?? '';
    if (words.has(name)) return 'keyword';
    return Object.hasOwn(expressionFunctions, name) ? 'variableName.function' : 'propertyName';
  }
  stream.next();
  return null;
}
