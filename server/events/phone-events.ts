import type { PhoneNews } from '../../contract/phone.ts';

import type { Db } from '../kernel/database/db.ts';
import { publish } from './events.ts';

/** What open pages listen to for the telephone. */
export const phoneTopic = 'phone';

/** Tells the open pages of a person what is new with his telephone, once what it tells of is committed. */
export async function publishPhoneNews(staffId: string, news: PhoneNews, db: Db): Promise<void> {
  await publish({ topic: phoneTopic, staffId, data: news }, db);
}
