import { sql } from 'drizzle-orm'
import { allowBulk } from '#server/db/bulk-transaction.ts'
import { type Db, transaction } from '#server/db/connect.ts'
import { insertVisits, sampleActivity, signInsOf } from './activity.ts'
import { insertAlertRules } from './alert-rules.ts'
import { insertArticles } from './article-rows.ts'
import { sampleArticles } from './articles.ts'
import { boardGidOf, copyboardGidOf, insertTasks } from './boards.ts'
import { insertComments } from './comments.ts'
import { insertCommissions } from './commissions.ts'
import { insertQueries } from './console-queries.ts'
import { insertDirectory } from './directory.ts'
import { insertEvidence } from './evidence.ts'
import { insertFeatureFlags } from './feature-flags.ts'
import { insertKeywordChanges } from './keyword-changes.ts'
import { insertKeywords, sampleKeywords } from './keywords.ts'
import { insertNotices, toldOfAccounts, toldOfArticles } from './notices.ts'
import { insertPages } from './pages.ts'
import { insertPeople } from './people.ts'
import { drawPictures, type StoreImage } from './pictures/sample-pictures.ts'
import { insertPlans } from './planner.ts'
import { insertPost } from './posts.ts'
import { insertSearchedPosts, insertSearchPerformance } from './searches.ts'
import { insertShareOfVoice } from './share-of-voice.ts'
import { insertSheets } from './sheets.ts'
import { insertSites } from './sites.ts'
import { insertStock } from './stock.ts'
import { insertTracked } from './tracked.ts'
import { insertSessions, insertTrail } from './trail.ts'
import { insertVersions } from './versions.ts'
import { insertViews } from './views.ts'

export interface SampleFill {
  db: Db
  now: Date
  /** The organisation's: where its days begin and end. */
  timeZone?: string
  /** Argon2id of the password that all sample people share. */
  passwordHash: string
  storeImage: StoreImage
  /** Resolves when the marketplace has its products. Left out, it has them already. */
  stocked?: Promise<void>
  /** What must stand or fall with the sample: it is written in the same transaction. */
  alongside?: (tx: Db) => Promise<void>
  /** Called with the name of each part as it begins: filling a workspace takes half a minute. */
  onPart?: (part: string) => void
}

/**
 * Fills an empty, migrated database with the sample workspace, one noun at a time; each noun has its own
 * file. The pictures are drawn and stored first, so that the transaction only writes rows and is all or
 * nothing.
 */
export async function fillSampleWorkspace(fill: SampleFill): Promise<void> {
  const { db, now, passwordHash, storeImage, onPart = () => undefined } = fill
  onPart('pictures')
  const written = sampleArticles(now)
  const pictures = await drawPictures(written, storeImage)
  const activity = sampleActivity(now)
  const words = sampleKeywords(now)
  await transaction(db, async (tx) => {
    await allowBulk(tx)
    onPart('people, keywords, articles')
    const siteIds = await insertSites(tx, { logos: pictures.logos, boardGidOf, copyboardGidOf })
    const userIds = await insertPeople(tx, {
      now,
      passwordHash,
      signInsOf: (person) => signInsOf(person, activity),
    })
    const keywordIds = await insertKeywords(tx, words, siteIds)
    const laid = { now, pictures, siteIds, userIds, keywordIds }
    const placed = await insertArticles(tx, written, laid)
    await insertVersions(tx, placed, laid)
    for (const each of placed) await insertPost(tx, each, laid)
    await insertTasks(tx, placed, now)
    onPart('who won which keyword')
    await insertShareOfVoice(tx, fill, { written, words, keywordIds })
    await insertSearchedPosts(tx, laid)
    onPart('what posts earned')
    await insertTracked(tx, laid, fill)
    await insertPages(tx, laid)
    onPart('searches')
    await insertSearchPerformance(tx, laid, fill)
    await insertPlans(tx, placed, { ...laid, ...(fill.timeZone ? { timeZone: fill.timeZone } : {}) })
    onPart('stock')
    await fill.stocked
    await insertStock(tx, fill)
    await insertAlertRules(tx, laid, fill)
    onPart('comments, notices, the trail')
    const mentions = await insertComments(tx, laid)
    const told = [...mentions, ...toldOfArticles(placed), ...toldOfAccounts(now)]
    await insertNotices(tx, told, laid)
    const changes = await insertKeywordChanges(tx, laid)
    await insertTrail(tx, { placed, activity, changes, told }, laid)
    await insertSessions(tx, activity, laid)
    await insertViews(tx, userIds)
    await insertVisits(tx, activity, userIds)
    await insertCommissions(tx)
    await insertSheets(tx, laid)
    await insertFeatureFlags(tx, laid)
    await insertQueries(tx, laid)
    await insertDirectory(tx, now)
    await insertEvidence(tx, laid)
    await fill.alongside?.(tx)
  })
  await transaction(db, analyze)
}

/** The first plans and the console's counts do not wait until the database looks by itself. */
async function analyze(tx: Db): Promise<void> {
  await allowBulk(tx)
  await tx.execute(sql`analyze`)
}
