import { SCREENS } from '#shared/access/screens.ts'
import type { ScanFunctionId } from '#shared/features/operate/scan/rules.ts'
import { accountChecks } from './accounts-reader.ts'
import { copyChecks, keywordChecks, pictureChecks } from './copies-reader.ts'
import type { CheckedFeature, CheckedScan, ConnectivityDeps, ScanCheck } from './deps.ts'
import { digestChecks } from './digest-reader.ts'
import { signInChecks } from './factors-reader.ts'
import { hookChecks } from './hooks-reader.ts'
import { boardChecks, freshnessCheckOf, portCheckOf, postChecks } from './outside-reader.ts'
import { serverChecks } from './server-reader.ts'

const HITS = {
  id: 'hits-fresh',
  name: 'Share of voice is fresh',
  label: 'Newest day',
  most: 2,
  tip: `Check “Collect share of voice” in ${SCREENS.runs.title}, and the vendor’s credit.`,
} as const
const EARNINGS = {
  id: 'earnings-fresh',
  name: 'Earnings are fresh',
  label: 'Newest week',
  most: 16,
  tip: 'Import newer earnings with npm run import, or check the warehouse.',
} as const
const SEARCHES = {
  id: 'searches-fresh',
  name: 'Searches are fresh',
  label: 'Newest day',
  most: 7,
  tip: `Check “Read search data” in ${SCREENS.runs.title}, and the account’s access to the properties.`,
} as const

function systemFeatures(deps: ConnectivityDeps): CheckedFeature[] {
  const port = (name: string, id: ScanFunctionId, answers: string) => portCheckOf(deps, name, id, answers)
  return [
    { name: 'Publishing', icon: 'posts', functions: postChecks(deps) },
    { name: 'Task board', icon: 'board', functions: boardChecks(deps) },
    {
      name: 'Product catalogue',
      icon: 'products',
      functions: [port('Products', 'products-account', 'The product catalogue answers')],
    },
    {
      name: 'Share of voice',
      icon: 'publishers',
      functions: [
        port('Share of voice', 'hits-account', 'The source of share of voice answers'),
        freshnessCheckOf(deps, 'hits', HITS),
      ],
    },
    {
      name: 'Warehouse',
      icon: 'warehouse',
      functions: [
        port('Warehouse', 'warehouse-account', 'The warehouse answers'),
        freshnessCheckOf(deps, 'earnings', EARNINGS),
      ],
    },
    {
      name: 'Keyword market',
      icon: 'market',
      functions: [port('Keyword market', 'market-account', 'The keyword market answers')],
    },
    {
      name: 'Keyword research',
      icon: 'research',
      functions: [port('Keyword research', 'research-account', 'The keyword research answers')],
    },
    {
      name: 'Search console',
      icon: 'searches',
      functions: [
        port('Searches', 'searches-account', 'The search console answers'),
        freshnessCheckOf(deps, 'searches', SEARCHES),
      ],
    },
    {
      name: 'Sheets',
      icon: 'sheets',
      functions: [port('Sheets', 'sheets-account', 'The sheets can be read')],
    },
    {
      name: 'Assistant',
      icon: 'assistant',
      functions: [port('Assistant', 'assistant-account', 'The assistant’s model answers')],
    },
    {
      name: 'Game answers',
      icon: 'games',
      functions: [port('Game answers', 'games-account', 'The sources of the games answer')],
    },
    { name: 'Accounts', icon: 'accounts', functions: accountChecks(deps) },
    { name: 'Mail', icon: 'mail', functions: [port('Mail', 'mail-account', 'The mail server answers')] },
  ]
}

/** Everything that is looked at, in the order in which it is. */
export function listScans(deps: ConnectivityDeps): readonly CheckedScan[] {
  const store = portCheckOf(deps, 'Pictures', 'pictures-account', 'The store of pictures answers')
  return [
    { id: 'systems', name: 'Connected systems', icon: 'systems', features: systemFeatures(deps) },
    {
      id: 'desk',
      name: 'Copydesk',
      icon: 'desk',
      features: [
        { name: 'Articles', icon: 'articles', functions: copyChecks(deps) },
        { name: 'Keywords', icon: 'keywords', functions: keywordChecks(deps) },
        { name: 'Pictures', icon: 'pictures', functions: [store, ...pictureChecks(deps)] },
        { name: 'Server', icon: 'server', functions: serverChecks(deps) },
        { name: 'Sign-in', icon: 'accounts', functions: signInChecks(deps) },
        { name: 'Event hooks', icon: 'systems', functions: hookChecks(deps) },
        { name: 'Notices', icon: 'mail', functions: digestChecks(deps) },
      ],
    },
  ]
}

/** The same by their ids. */
export const checksById = (scans: readonly CheckedScan[]): ReadonlyMap<ScanFunctionId, ScanCheck> =>
  new Map(
    scans
      .flatMap(({ features }) => features)
      .flatMap(({ functions }) => functions)
      .map((check) => [check.id, check]),
  )
