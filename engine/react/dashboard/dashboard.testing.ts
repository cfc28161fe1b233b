import { libraryDictionaries, libraryEntities, SampleServer, visitBoard, visitsDataset } from '../../fixtures/index.ts';
import type { DashboardPage, PageBundle } from '../../model/documents/index.ts';
import { type DashboardView, dashboardView, viewContext } from '../../model/view/index.ts';
import type { DatasetAnswer, DatasetRequest, QueryAnswer } from '../../model/wire/index.ts';

/** The sample dashboard as a browser gets it. */
export function visitBundle(page: DashboardPage = visitBoard, faults: PageBundle['faults'] = []): PageBundle {
  return {
    page,
    entities: [...libraryEntities],
    dictionaries: [...libraryDictionaries],
    datasets: [visitsDataset],
    faults,
    hash: '',
  };
}

/** The sample dashboard, compiled. */
export function visitView(page: DashboardPage = visitBoard, faults: PageBundle['faults'] = []): DashboardView {
  return dashboardView(page, viewContext(visitBundle(page, faults)));
}

const server = new SampleServer();

/** What the dataset of the sample dashboard answers. */
export function visitFigures(body: DatasetRequest): Promise<DatasetAnswer> {
  return server.answerTo('/v1/report/visits/query', body);
}

/** How many rows a list shows under conditions. */
export async function visitCount(where: unknown): Promise<number | null> {
  const answer = await server.answerTo<QueryAnswer>('/v1/visit/query', {
    where: { and: where },
    size: 1,
    count: 'exact',
  });
  return answer.total;
}
