import { ALERTS } from './alerts.ts'
import type { DerivedColumns } from './entry.ts'
import { KEYWORDS } from './keywords.ts'
import { MARKET } from './market.ts'
import { POSTS_AND_EARNINGS } from './posts.ts'
import { PRODUCTS } from './products.ts'
import { SEARCHES } from './searches.ts'

/** Every derived column of the database, by subject. `docs/derived-data.md` shows them. */
export const DERIVED: Readonly<Record<string, readonly DerivedColumns[]>> = {
  'Keywords and share of voice': KEYWORDS,
  Posts: POSTS_AND_EARNINGS,
  Products: PRODUCTS,
  'Search data': SEARCHES,
  'Keyword market': MARKET,
  Alerts: ALERTS,
}

/** Functions of triggers that maintain no column. */
export const OTHER_TRIGGERS: Readonly<Record<string, string>> = {
  audit_entry_kept: 'refuses changes of the audit trail',
  refuse_password_session:
    'refuses sessions that began with a password alone to users who have a second factor',
  report_write:
    'tells the server that made a write which table changed, so that it can clear its caches of that table',
}
