import { Tag } from 'antd';
import { Link } from 'react-router-dom';
import type { IncomingAnswer } from '../../../contract/phone.ts';

import { useText } from '../../locales/i18n.ts';
import { addressOf } from '../../routes/address.ts';
import type { MenuRoutes } from '../../routes/menu-routes.ts';
import type { Call } from '../phone/phone-state.ts';
import { isInside } from './call-view.tsx';

/** Who it may be that calls, each a way to his page. */
export function Matches({ call, routes }: { readonly call: Call; readonly routes: MenuRoutes }) {
  const t = useText();
  const { matches } = call;
  // A colleague's seat is nobody's number.
  if (matches === undefined || isInside(call.number)) return null;
  if (matches.length === 0) return <p>{t('phone.noMatch')}</p>;
  return (
    <ul className="phone-matches" aria-label={t('phone.matches')}>
      {matches.map((match) => (
        <li key={match.id}>
          <MatchLine match={match} routes={routes} />
        </li>
      ))}
    </ul>
  );
}

type MatchLineProps = { readonly match: IncomingAnswer['matches'][number]; readonly routes: MenuRoutes };

/** One of those it may be: the way to his page, what he is and where he stands. */
export function MatchLine({ match: { entity, id, name, stage, page }, routes }: MatchLineProps) {
  const t = useText();
  const address = page === undefined ? undefined : addressOf(routes, page, { id });
  return (
    <>
      {address === undefined ? (
        name
      ) : (
        <Link className="engine-link" to={address}>
          {name}
        </Link>
      )}{' '}
      <Tag>{t(entity === 'customer' ? 'phone.customer' : 'phone.lead')}</Tag>
      <span className="engine-quiet">{stage}</span>
    </>
  );
}
