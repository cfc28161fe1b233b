import { Tag } from 'antd';
import { Link } from 'react-router-dom';
import { useText } from '../../locales/i18n.ts';
import { addressOf } from '../../router/address.ts';
import type { MenuRoutes } from '../../router/menu-routes.ts';
import type { Call } from '../line/phone-state.ts';

/** Page on which a lead is entered. */
const newLeadPage = 'promotechancecreate';

/** Who it may be that calls, each a way to his page; nobody known is a lead to enter. */
export function Matches({ call, routes }: { readonly call: Call; readonly routes: MenuRoutes }) {
  const t = useText();
  const { matches, number } = call;
  if (matches === undefined) return null;
  if (matches.length === 0) {
    // A number that is masked cannot be entered from here.
    const address = addressOf(routes, newLeadPage, number.includes('*') ? {} : { mobile: number });
    return (
      <p>
        {t('phone.noMatch')}
        {address === undefined ? null : (
          <Link className="engine-link" to={address}>
            {' '}
            {t('phone.newLead')}
          </Link>
        )}
      </p>
    );
  }
  return (
    <ul className="phone-matches" aria-label={t('phone.matches')}>
      {matches.map(({ entity, id, name, stage, page }) => {
        const address = page === undefined ? undefined : addressOf(routes, page, { id });
        return (
          <li key={id}>
            {address === undefined ? (
              name
            ) : (
              <Link className="engine-link" to={address}>
                {name}
              </Link>
            )}
            <Tag>{t(entity === 'customer' ? 'phone.customer' : 'phone.lead')}</Tag>
            <span className="engine-quiet">{stage}</span>
          </li>
        );
      })}
    </ul>
  );
}
