import { counted, countedIn } from '#shared/format/count.ts'
import type { ConnectivityDeps, ScanCheck, ScanFinding } from './deps.ts'
import { lookForPictures } from './pictures-reader.ts'
import { countBehind, countWrongStatuses } from './queries.ts'
import { recountStatuses } from './store.ts'

type Target = 'task' | 'post'

const LABELS: Readonly<Record<Target, string>> = { task: 'Tasks', post: 'Posts' }

const behindCheck = ({ db, clock, articles }: ConnectivityDeps, target: Target): ScanCheck => ({
  id: `${target}s-current`,
  name: `${LABELS[target]} show what their articles say`,
  isOfSites: true,
  fixes: new Map([['retry-copies', () => articles.retryCopies()]]),
  async find() {
    const behind = await countBehind(db, target, clock())
    if (behind.length === 0)
      return [{ label: LABELS[target], value: 'All are up to date', status: 'success' }]
    return behind.map(({ site, siteId, count, error }) => ({
      label: site,
      siteId,
      value: `${countedIn(count, target)} behind${error === null ? '' : `: ${error}`}`,
      status: 'error',
      tip: 'They’re retried automatically once the cause is fixed, or right away from here.',
      fix: 'retry-copies',
    }))
  },
})

/** How many there are of each site, in the order of their first. */
function countBySite(rows: readonly { siteId: number; site: string }[]) {
  const sites = new Map<number, { siteId: number; site: string; count: number }>()
  for (const { siteId, site } of rows) {
    const known = sites.get(siteId) ?? { siteId, site, count: 0 }
    sites.set(siteId, { ...known, count: known.count + 1 })
  }
  return [...sites.values()]
}

const missingCheck = ({ articles }: ConnectivityDeps, target: Target): ScanCheck => ({
  id: `${target}s-exist`,
  name: `Every article has its ${target}`,
  isOfSites: true,
  fixes: new Map([['request-copies', () => articles.requestMissingCopies()]]),
  async find() {
    const missing = countBySite(await articles.listWithoutCopy(target))
    if (missing.length === 0) return [{ label: LABELS[target], value: 'None missing', status: 'success' }]
    return missing.map(({ site, siteId, count }) => ({
      label: site,
      siteId,
      value: `${countedIn(count, 'article')} without a ${target}`,
      status: 'warning',
      tip: `Not requested yet.`,
      fix: 'request-copies',
    }))
  },
})

/** So many are named one by one. */
const MOST_NAMED = 50
const LONGEST_TITLE = 60

const EDITED_TIP =
  'Nothing is lost: the article’s next update keeps the site’s changes and asks you to resolve conflicts. Open the article to copy the changes, or to restore our text.'

const editedCheck = ({ articles }: ConnectivityDeps): ScanCheck => ({
  id: 'posts-edited',
  name: 'Posts changed outside',
  isOfSites: true,
  async find() {
    const { edited, looked, unasked, all } = await articles.listEditedPosts()
    const rest = all - looked - unasked
    const words = [
      looked === 0
        ? 'No post was read'
        : `${counted(edited.length)} of ${countedIn(looked, 'post')} changed outside`,
      ...(unasked > 0 ? [`${counted(unasked)} could not be read`] : []),
      ...(rest > 0 ? [`${counted(rest)} not reached in time`] : []),
    ]
    const sum: ScanFinding = {
      label: 'Posts',
      value: words.join('; '),
      status: unasked > 0 || rest > 0 ? 'warning' : 'success',
      tip: unasked > 0 || rest > 0 ? 'The checks above show whether their sites answer.' : null,
    }
    const named = edited.slice(0, MOST_NAMED).map(
      ({ articleId, title, siteId, site, places }): ScanFinding => ({
        label: title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE)}…` : title,
        value: `${site}: ${places.join(', ')} changed there since Copydesk wrote ${places.length === 1 ? 'it' : 'them'}`,
        status: 'warning',
        tip: EDITED_TIP,
        siteId,
        articleId,
      }),
    )
    return [sum, ...named]
  },
})

/** Articles: their tasks and posts are there, and say what the articles say. */
export const copyChecks = (deps: ConnectivityDeps): ScanCheck[] => [
  ...(['task', 'post'] as const).flatMap((target) => [missingCheck(deps, target), behindCheck(deps, target)]),
  editedCheck(deps),
]

export const keywordChecks = ({ db }: ConnectivityDeps): ScanCheck[] => [
  {
    id: 'keyword-statuses',
    name: 'Keywords have the right article statuses',
    fixes: new Map([['recount-statuses', () => recountStatuses(db)]]),
    async find() {
      const wrong = await countWrongStatuses(db)
      if (wrong === 0) return [{ label: 'Keywords', value: 'All are right', status: 'success' }]
      return [
        {
          label: 'Keywords',
          value: `${countedIn(wrong, 'keyword')} with wrong statuses`,
          status: 'error',
          tip: 'The article status filter shows wrong results.',
          fix: 'recount-statuses',
        },
      ]
    },
  },
]

export const pictureChecks = (deps: ConnectivityDeps): ScanCheck[] => [
  {
    id: 'pictures-there',
    name: 'Pictures are in the store',
    isOfSites: true,
    async find(): Promise<ScanFinding[]> {
      const { missing, looked, isWhole } = await lookForPictures(deps)
      const gone = countBySite(missing).map(
        ({ site, siteId, count }): ScanFinding => ({
          label: site,
          siteId,
          value: `${countedIn(count, 'picture')} missing, such as that of ${missing.find((each) => each.siteId === siteId)?.label ?? 'an article'}`,
          status: 'error',
          tip: 'Restore them from a backup, or choose new ones in the articles.',
        }),
      )
      if (!isWhole)
        return [
          ...gone,
          {
            label: 'Pictures',
            value: `Checked the newest ${counted(looked)}; no time for older ones`,
            status: 'warning',
            tip: 'Run it again at a quieter time.',
          },
        ]
      if (gone.length > 0) return gone
      return [{ label: 'Pictures', value: `All ${counted(looked)} are there`, status: 'success' }]
    },
  },
]
