import { visit } from 'jsonc-parser';
import { type Fault, pointer, shownValue } from '../../faults/fault.ts';
import { documentText } from '../../texts/document-text.ts';
import { expectation } from '../../texts/message.ts';

/**
 * Properties that stand twice in one object of a JSON text: parsing keeps the last and drops the others without a word.
 * `maxLevels` is how deep objects and arrays are looked into. The faults carry no file.
 */
export function duplicateKeyFaults(text: string, maxLevels: number): readonly Fault[] {
  const faults: Fault[] = [];
  const open: Set<string>[] = [];
  let level = 0;
  const enter = (): boolean => {
    level += 1;
    return level <= maxLevels;
  };
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set());
      return enter();
    },
    onObjectEnd: () => {
      open.pop();
      level -= 1;
    },
    onArrayBegin: enter,
    onArrayEnd: () => {
      level -= 1;
    },
    onObjectProperty: (name, _offset, _length, line, character, path) => {
      const names = open.at(-1);
      if (names?.has(name) === true)
        faults.push({
          code: 'E_SCHEMA_DUPLICATE',
          pointer: pointer(...path(), name),
          ...expectation(documentText('check.source.everyPropertyOnce', { line: line + 1, column: character + 1 })),
          got: shownValue(name),
        });
      names?.add(name);
    },
  });
  return faults;
}
