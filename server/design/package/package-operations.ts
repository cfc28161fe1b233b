import { checkPackage, exportPages, importPages } from '../../../contract/design/page-packages.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { designOperations } from '../design-operations.ts';
import { madeOperations } from '../made/made-operations.ts';
import { packageOf } from './export-package.ts';
import { importPackage, rehearsed } from './import-package.ts';

/** Everything that is made of pages in the app: changes of those there are, new ones, and packages of both. */
export const pageDesignOperations: readonly CallerOperation[] = [
  ...designOperations,
  ...madeOperations,
  implement(exportPages, (_, context) => packageOf(context)),
  implement(checkPackage, rehearsed),
  implement(importPages, importPackage),
];
