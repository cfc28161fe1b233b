import {
  type PagePackage,
  packageFormat,
  packageSchema,
  packageVersion,
} from '../../../contract/design/page-packages.ts';
import type { Fault } from '../../../engine/model/faults/index.ts';
import type { JsonObject } from '../../../engine/model/json/index.ts';
import { currentSchemaVersion } from '../../../engine/model/migrate/index.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { plain } from '../../kernel/operation/json-schema.ts';
import { type SchemaCheck, schemaCheck } from '../../kernel/operation/schema-check.ts';
import { refuseDesign } from '../errors.ts';

/**
 * A package somebody brought: of this product, of no newer form or grammar, and of right shape; otherwise refused with the
 * reason, before anything of it is looked at.
 */
export function readPackage(given: JsonObject, { documents }: CallContext): PagePackage {
  if (given.format !== packageFormat) throw refuseDesign('E_DESIGN_PACKAGE_FORMAT');
  const { name, title = name } = documents.menu;
  if (given.product !== name)
    throw refuseDesign('E_DESIGN_PACKAGE_PRODUCT', {
      product: wordOf(given.productTitle ?? given.product),
      own: title,
    });
  if (isNewer(given.version, packageVersion) || isNewer(given.grammar, currentSchemaVersion))
    throw refuseDesign('E_DESIGN_PACKAGE_NEWER');
  const faults = shapeOf()(given).map((fault) => ({ ...fault, pointer: `/package${fault.pointer}` }));
  if (faults.length > 0) throw invalidInput(faults);
  const read: PagePackage = JSON.parse(JSON.stringify(given));
  const again = partsAgain(read);
  if (again.length > 0) throw invalidInput(again);
  return read;
}

/** Parts that the package has already: which of both is meant nobody knows. */
function partsAgain({ dictionaries = [], fields = [], menu = [], pages, layers }: PagePackage): readonly Fault[] {
  const named: Readonly<Record<string, readonly string[]>> = {
    dictionaries: dictionaries.map(({ name }) => name),
    fields: fields.map(({ entity, field }) => `${entity}.${String(field.key)}`),
    menu: menu.map(({ name }) => name),
    pages: pages.map(({ name }) => name),
    layers: layers.map(({ page, level, role }) => [page, level, ...(role === null ? [] : [role])].join(' ')),
  };
  return Object.entries(named).flatMap(([list, names]) =>
    names.flatMap((got, index): readonly Fault[] =>
      names.indexOf(got) === index ? [] : [{ code: 'E_SCHEMA_DUPLICATE', pointer: `/package/${list}/${index}`, got }],
    ),
  );
}

let compiled: SchemaCheck | undefined;

function shapeOf(): SchemaCheck {
  compiled ??= schemaCheck(plain(packageSchema));
  return compiled;
}

function isNewer(given: unknown, known: number): boolean {
  return typeof given === 'number' && given > known;
}

function wordOf(given: unknown): string {
  return typeof given === 'string' ? given.slice(0, 100) : '';
}
