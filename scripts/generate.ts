// `npm run generate`: makes types and validators of all document kinds from the grammar in engine/meta.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { extensionSchemas } from './generate/extensions.ts';
import { documentKinds, readGrammar } from './generate/grammar.ts';
import { pageGrammarSource } from './generate/page-grammar.ts';
import { typesSource } from './generate/types.ts';
import { validatorsSource, validatorTypesSource } from './generate/validators.ts';
import { writeIfChanged } from './generate/write-if-changed.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const metaFolder = path.join(root, 'engine/meta');
const target = path.join(root, 'engine/model/generated');

const grammar = readGrammar(metaFolder);
if (documentKinds(grammar).size === 0) {
  console.log('engine/meta 为空，没有可生成的内容。');
} else {
  const written = [
    writeIfChanged(path.join(target, 'documents.ts'), await typesSource(grammar, metaFolder)),
    writeIfChanged(path.join(target, 'validators.js'), await validatorsSource(grammar, root)),
    writeIfChanged(path.join(target, 'validators.d.ts'), validatorTypesSource(grammar)),
    writeIfChanged(path.join(target, 'page-grammar.ts'), pageGrammarSource(grammar)),
    ...[...extensionSchemas(grammar)].map(([file, text]) => writeIfChanged(path.join(target, file), text)),
  ];
  if (written.includes(true))
    console.log(`已生成 engine/model/generated：${[...documentKinds(grammar).keys()].join('、')}`);
}
