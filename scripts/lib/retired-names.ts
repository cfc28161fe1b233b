import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A name that stands in the code although the field has another word for it. */
export type RetiredName = {
  readonly file: string;
  /** From 1; undefined where the name of the file itself is meant. */
  readonly line?: number;
  readonly name: string;
  readonly instead: string;
};

type Rule = {
  /** A name in camel case, as a whole. */
  readonly name: RegExp;
  readonly instead: string;
};

/** Words that were ours alone, and the field's word for each; `docs/glossary.md` explains the new ones. */
const rules: readonly Rule[] = [
  { name: /^most[A-Z]|^(longest(?!Increasing)|largest|deepest)[A-Z]/, instead: 'max…' },
  { name: /^shortest[A-Z]/, instead: 'min…' },
  { name: /^[fF]aces?$|Faces?$/, instead: 'renderer' },
  { name: /^[rR]each$|Reach$|^(user|row|project)Scope$/, instead: 'row policy' },
  { name: /^[sS]tretch(es)?$|Stretch(es)?$/, instead: 'key range' },
  { name: /^TrailingRecords$/, instead: 'UnitOfWork' },
  { name: /^(BatchRecords|BulkWriter|ReadAhead|RowIndex)$/, instead: 'UnitOfWork, prepareMany' },
  { name: /^Kept(Plans|Statements)$/, instead: '…Cache' },
  { name: /^KeptForStep$/, instead: 'BatchMemo' },
  { name: /^Given$/, instead: 'Placeholder' },
  { name: /^moveRecord$/, instead: 'applyTransition' },
  { name: /^moveBy$/, instead: 'applySystemTransition' },
  { name: /Desk$|^desk$/, instead: '…Service, …Store, …Registry' },
  { name: /^[jJ]obTurn$/, instead: 'job lease' },
  { name: /^toldOnce$/, instead: 'one-time secret' },
  { name: /^heldConditions$/, instead: 'evaluateConditions' },
  { name: /^[tT]rails?$|Trails?$|^trail[A-Z]/, instead: 'record navigation' },
  { name: /^Aside|^aside[A-Z]/, instead: 'tree filter' },
  { name: /Keeper$|^keeper$|^useKept/, instead: 'persisted state, keep-alive' },
  { name: /^[pP]ageMentions$/, instead: 'page dependencies' },
  { name: /^borrowTabs$/, instead: 'shared tabs' },
  { name: /^[vV]iewing$|^Viewing[A-Z]|Viewing$/, instead: 'impersonation' },
  { name: /^oneselfOf$/, instead: 'actorOf' },
  { name: /^[cC]allNotes$/, instead: 'request context' },
  { name: /^use(Resting|Say|Every)$/, instead: 'useCooldown, useAnnounce, useInterval' },
];

/** Names that only look like one: the sample library has a person who keeps its books; what ends in “surface”. */
const allowed = /^(keeper|keeperId|keeperIds|.*(Surface|Interface)|isReviewing|setReviewing)$/;

const instead = (name: string) =>
  allowed.test(name) ? undefined : rules.find((rule) => rule.name.test(name))?.instead;

/** Retired names in a source text: identifiers, whatever they name; words in texts and comments are free. */
export function retiredNames(file: string, text: string): readonly RetiredName[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found: RetiredName[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const better = instead(node.text);
      const { line } = source.getLineAndCharacterOfPosition(node.end);
      if (better !== undefined) found.push({ file, line: line + 1, name: node.text, instead: better });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The retired word in the name of a file, read in camel case. */
export function retiredFileName(file: string): RetiredName | undefined {
  const [stem = ''] = path.posix.basename(file).split('.');
  const name = stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const better = instead(name) ?? instead(`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
  return better === undefined ? undefined : { file, name: stem, instead: better };
}

/** Retired names in these files of ours, below `root`. */
export function retiredNamesIn(root: string, files: readonly string[]): readonly RetiredName[] {
  return files.flatMap((file) => {
    const ofFile = retiredFileName(file);
    const inside = retiredNames(file, readFileSync(path.join(root, file), 'utf8'));
    return ofFile === undefined ? inside : [ofFile, ...inside];
  });
}
