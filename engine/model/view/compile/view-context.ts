import { type DeclaredOperation, operationIndex } from '../../access/operations.ts';
import type { CreateForm, PageBundle } from '../../documents/documents.ts';
import type { NodeFault } from '../../documents/isolate.ts';
import { type EntityModel, entityModel } from '../../entity/entity-model.ts';
import type { DatasetDocument, DictionaryDocument, EntityDocument } from '../../generated/documents.ts';

/** Look-ups shared by everything compiled from one page bundle. */
export type ViewContext = {
  readonly entities: ReadonlyMap<string, EntityDocument>;
  readonly dictionaries: ReadonlyMap<string, DictionaryDocument>;
  readonly datasets: ReadonlyMap<string, DatasetDocument>;
  readonly operations: ReadonlyMap<string, DeclaredOperation>;
  /** Nodes left out of the page because something in them is wrong. */
  readonly faults: readonly NodeFault[];
  /** Forms by which the reader may make what he chooses from. */
  readonly creates: readonly CreateForm[];
  /** Kinds of masked fields that are shown in clear never. */
  readonly unrevealed?: readonly string[];
};

/** Prepares the look-ups of a bundle. */
export function viewContext(bundle: PageBundle): ViewContext {
  const entities = new Map(bundle.entities.map((entity) => [entity.name, entity]));
  const datasets = new Map(bundle.datasets.map((dataset) => [dataset.name, dataset]));
  const operations = operationIndex({ entities, datasets });
  return {
    entities,
    datasets,
    operations,
    faults: bundle.faults,
    creates: bundle.creates ?? [],
    unrevealed: bundle.unrevealed ?? [],
    dictionaries: new Map(bundle.dictionaries.map((item) => [item.name, item])),
  };
}

/** The model of an entity the bundle must hold; undefined when it does not, which is a fault to show. */
export function modelOf(context: ViewContext, name: string): EntityModel | undefined {
  const document = context.entities.get(name);
  return document === undefined ? undefined : entityModel(document);
}
