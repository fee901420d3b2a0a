import { eq, sql } from 'drizzle-orm'
import { allowBulk } from '#server/db/bulk-transaction.ts'
import { type Db, transaction } from '#server/db/connect.ts'
import { articleMirrors, articleVersions } from '#server/db/schema/article-work.ts'
import {
  articleEvents,
  articleFaqs,
  articleKeywords,
  articleProducts,
  articleReturns,
  articles,
} from '#server/db/schema/articles.ts'
import { boardComments, boardSections, boardTasks } from '#server/db/schema/board.ts'
import { excludedWords, keywordComments, keywords, savedViews, tags } from '#server/db/schema/keywords.ts'
import { sitePosts } from '#server/db/schema/posts.ts'
import { sites } from '#server/db/schema/sites.ts'
import { users, visits } from '#server/db/schema/users.ts'
import { keptContent } from '#server/features/keyword-comments/verbs/comment-html.ts'
import { recordHits } from '#server/features/share-of-voice/verbs/record-hits.ts'
import { keywordIdentity } from '#shared/features/keywords/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { type SampleVisit, sampleActivity, signInsOf } from './activity.ts'
import { type SampleArticle, sampleArticles } from './articles.ts'
import { boardGidOf, sampleSections, sampleTask } from './boards.ts'
import { sampleComments } from './comments.ts'
import { SAMPLE_EXCLUDED_WORDS } from './excluded-words.ts'
import { type SampleKeyword, sampleKeywords } from './keywords.ts'
import { before, DAY } from './moments.ts'
import { type PersonKey, SAMPLE_PEOPLE } from './people.ts'
import { renderHero } from './pictures/draw.ts'
import { renderLogo } from './pictures/logos.ts'
import { samplePost } from './posts.ts'
import { sampleShareOfVoice } from './share-of-voice.ts'
import { SAMPLE_SITES, type SiteCode } from './sites.ts'
import { sampleVersions } from './versions.ts'
import { sampleViews } from './views.ts'

export interface SampleFill {
  db: Db
  now: Date
  /** The organisation's: where its days begin and end. */
  timeZone?: string
  /** Argon2id of the password that all sample people share. */
  passwordHash: string
  /** Keeps a picture and answers its address. */
  storeImage: (bytes: Buffer, type: 'image/jpeg' | 'image/png') => Promise<string>
  /** What must stand or fall with the sample: it is written in the same transaction. */
  alongside?: (tx: Db) => Promise<void>
}

interface Pictures {
  logos: ReadonlyMap<SiteCode, string>
  heroes: ReadonlyMap<SampleArticle, string>
}

/** PostgreSQL takes 65,535 parameters per statement; the widest row here has eight. */
const ROWS_PER_INSERT = 2000

function slices<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_INSERT) }, (_, index) =>
    rows.slice(index * ROWS_PER_INSERT, (index + 1) * ROWS_PER_INSERT),
  )
}

function found<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new RangeError(`The sample refers to ${String(key)}, which it does not have`)
  return value
}

/**
 * Fills an empty, migrated database with the sample workspace. The pictures are drawn and stored first, so that
 * the transaction only writes rows: either all of them are there afterwards, or none.
 */
export async function fillSampleWorkspace(fill: SampleFill): Promise<void> {
  const { db, now, passwordHash, storeImage } = fill
  const written = sampleArticles(now)
  const pictures = await drawPictures(written, storeImage)
  const activity = sampleActivity(now)
  const words = sampleKeywords(now)
  await transaction(db, async (tx) => {
    await allowBulk(tx)
    const siteIds = await insertSites(tx, pictures)
    const userIds = await insertPeople(tx, { now, passwordHash, activity })
    const keywordIds = await insertKeywords(tx, words, siteIds)
    await insertArticles(tx, written, { now, pictures, siteIds, userIds, keywordIds })
    await insertShareOfVoice(tx, fill, { written, words, keywordIds })
    await insertComments(tx, { now, userIds, keywordIds })
    await insertViews(tx, userIds)
    for (const rows of slices(activity)) await insertVisits(tx, rows, userIds)
    await tx.insert(excludedWords).values(SAMPLE_EXCLUDED_WORDS.map((word) => ({ word })))
    await fill.alongside?.(tx)
  })
}

async function drawPictures(
  written: readonly SampleArticle[],
  storeImage: SampleFill['storeImage'],
): Promise<Pictures> {
  const logos = new Map<SiteCode, string>()
  for (const { code } of SAMPLE_SITES) logos.set(code, await storeImage(await renderLogo(code), 'image/png'))
  const heroes = new Map<SampleArticle, string>()
  for (const article of written) {
    // An untouched draft has no picture yet.
    if (article.status === 'draft' && article.products.length < 2) continue
    heroes.set(article, await storeImage(await renderHero(article), 'image/jpeg'))
  }
  return { logos, heroes }
}

async function insertSites(tx: Db, { logos }: Pictures): Promise<Map<SiteCode, number>> {
  const rows = SAMPLE_SITES.map((site) => ({
    ...site,
    logoUrl: found(logos, site.code),
    boardGid: boardGidOf(site.code),
  }))
  const ids = await tx.insert(sites).values(rows).returning({ id: sites.id, code: sites.code })
  return new Map(ids.map(({ id, code }) => [code as SiteCode, id]))
}

async function insertPeople(
  tx: Db,
  given: { now: Date; passwordHash: string; activity: readonly SampleVisit[] },
): Promise<Map<PersonKey, number>> {
  const rows = SAMPLE_PEOPLE.map((person) => {
    const { firstName, lastName, username, roleId, active } = person
    const createdAt = before(given.now, person.joined * DAY)
    const passwordHash = person.confirmed ? given.passwordHash : null
    const updatedAt = active ? createdAt : before(given.now, (person.lastSeen - 1) * DAY)
    const signIns = signInsOf(person, given.activity)
    return { firstName, lastName, username, roleId, active, passwordHash, createdAt, updatedAt, ...signIns }
  })
  const ids = await tx.insert(users).values(rows).returning({ id: users.id, username: users.username })
  const idOf = new Map(ids.map(({ id, username }) => [username, id]))
  return new Map(SAMPLE_PEOPLE.map(({ key, username }) => [key, found(idOf, username)]))
}

async function insertKeywords(
  tx: Db,
  list: readonly SampleKeyword[],
  siteIds: ReadonlyMap<SiteCode, number>,
): Promise<Map<string, number>> {
  const names = [...new Set(list.flatMap((keyword) => keyword.tags))].sort()
  const tagRows = await tx
    .insert(tags)
    .values(names.map((tag) => ({ tag })))
    .returning()
  const tagIds = new Map(tagRows.map(({ id, tag }) => [tag, id]))
  const ascending = (ids: number[]) => ids.sort((one, other) => one - other)
  const rows = list.map(({ keyword, identity, isTracked, createdAt, ...of }) => ({
    keyword,
    identity,
    isTracked,
    createdAt,
    trackedSince: isTracked ? createdAt : null,
    tagIds: ascending(of.tags.map((tag) => found(tagIds, tag))),
    siteIds: ascending(of.sites.map((site) => found(siteIds, site))),
  }))
  const ids = await tx
    .insert(keywords)
    .values(rows)
    .returning({ id: keywords.id, identity: keywords.identity })
  return new Map(ids.map(({ id, identity }) => [identity, id]))
}

/** What was said about keywords. Whom it mentions has read it long ago, so nobody is told. */
async function insertComments(tx: Db, { now, userIds, keywordIds }: Omit<Known, 'pictures' | 'siteIds'>) {
  const said = sampleComments(now, (person) => found(userIds, person))
  await tx.insert(keywordComments).values(
    said.map(({ identity, by, comment, createdAt }) => ({
      keywordId: found(keywordIds, identity),
      userId: found(userIds, by),
      comment,
      content: keptContent(comment),
      createdAt,
    })),
  )
}

async function insertViews(tx: Db, userIds: ReadonlyMap<PersonKey, number>): Promise<void> {
  const idOf = new Map((await tx.select().from(tags)).map(({ tag, id }) => [tag, id]))
  const views = sampleViews((tag) => found(idOf, tag))
  await tx
    .insert(savedViews)
    .values(views.map(({ by, ...view }) => ({ ...view, userId: found(userIds, by), isTeam: true })))
}

async function insertShareOfVoice(
  tx: Db,
  { now, timeZone = 'UTC' }: SampleFill,
  of: {
    written: readonly SampleArticle[]
    words: readonly SampleKeyword[]
    keywordIds: ReadonlyMap<string, number>
  },
): Promise<void> {
  const idOf = (identity: string) => found(of.keywordIds, identity)
  const days = sampleShareOfVoice({ now, timeZone, written: of.written, keywords: of.words, idOf })
  for (const hits of days) await recordHits(tx, hits, dayAt(now, timeZone))
}

interface Known {
  now: Date
  pictures: Pictures
  siteIds: ReadonlyMap<SiteCode, number>
  userIds: ReadonlyMap<PersonKey, number>
  keywordIds: ReadonlyMap<string, number>
}

async function insertArticles(tx: Db, written: readonly SampleArticle[], known: Known): Promise<void> {
  const rows = written.map((article) => ({
    title: article.title,
    status: article.status,
    imageUrl: known.pictures.heroes.get(article) ?? null,
    intro: article.intro,
    notes: article.notes,
    siteId: found(known.siteIds, article.site),
    userId: found(known.userIds, article.by),
    qaUserId: article.validator === null ? null : found(known.userIds, article.validator),
    createdAt: article.createdAt,
    updatedAt: article.updatedAt,
    version: article.version,
  }))
  const ids = await tx.insert(articles).values(rows).returning({ id: articles.id, title: articles.title })
  // Titles are unique in the sample, so they tell which row became which article.
  const idOf = new Map(ids.map(({ id, title }) => [title, id]))
  const placed = written.map((article) => ({ article, articleId: found(idOf, article.title) }))
  await insertContent(tx, placed, known)
  await insertHistory(tx, placed, known)
  await insertVersions(tx, placed, known)
  for (const each of placed) await insertPost(tx, each, known)
  await insertTasks(tx, placed, known.now)
}

/** The built-in post of an article that has one, and that its copy is up to date. */
async function insertPost(tx: Db, { article, articleId }: Placed[number], known: Known): Promise<void> {
  const post = samplePost(article)
  if (!post) return
  const key = `article-${articleId}`
  const [made] = await tx
    .insert(sitePosts)
    .values({
      ...post,
      key,
      slug: key,
      siteId: found(known.siteIds, article.site),
      heroImageUrl: known.pictures.heroes.get(article) ?? null,
    })
    .returning({ id: sitePosts.id })
  await tx.update(articles).set({ postId: made?.id }).where(eq(articles.id, articleId))
  await tx.insert(articleMirrors).values({
    articleId,
    target: 'post',
    state: 'done',
    version: article.version,
    updatedAt: post.modifiedAt,
  })
}

/** Each article's task on its site's board, as if the mirror had been at it. */
async function insertTasks(tx: Db, placed: Placed, now: Date): Promise<void> {
  const tasks = placed.flatMap(({ article, articleId }) => {
    const made = sampleTask(article, articleId, now)
    return made === null ? [] : [{ ...made, article, articleId }]
  })
  await tx.insert(boardSections).values(sampleSections())
  await tx.insert(boardTasks).values(tasks.map(({ task }) => task))
  await tx.insert(boardComments).values(tasks.flatMap(({ comments }) => comments))
  await tx.insert(articleMirrors).values(
    tasks.map(({ article, articleId }) => ({
      articleId,
      target: 'task' as const,
      state: 'done' as const,
      version: article.version,
      status: article.status,
      returnId: sql`(select max(${articleReturns.id}) from ${articleReturns} where ${articleReturns.articleId} = ${articleId})`,
      updatedAt: article.updatedAt,
    })),
  )
  for (const { articleId, link } of tasks) {
    await tx.update(articles).set(link).where(eq(articles.id, articleId))
  }
}

type Placed = readonly { article: SampleArticle; articleId: number }[]

async function insertContent(tx: Db, placed: Placed, { keywordIds }: Known): Promise<void> {
  const words = placed.flatMap(({ article, articleId }) =>
    article.keywords.map((word, position) => ({
      articleId,
      position,
      keywordId: found(keywordIds, keywordIdentity(word)),
    })),
  )
  const products = placed.flatMap(({ article, articleId }) =>
    article.products.map((product, position) => ({ articleId, position, ...product })),
  )
  const faqs = placed.flatMap(({ article, articleId }) =>
    article.faqs.map((question, position) => ({ articleId, position, question })),
  )
  await tx.insert(articleKeywords).values(words)
  await tx.insert(articleProducts).values(products)
  await tx.insert(articleFaqs).values(faqs)
}

async function insertHistory(tx: Db, placed: Placed, { userIds }: Known): Promise<void> {
  const returns = placed.flatMap(({ article, articleId }) => {
    const { returnedAt } = sampleVersions(article)
    return article.returns.map(({ by, ...row }, index) => ({
      ...row,
      articleId,
      userId: found(userIds, by),
      articleVersion: returnedAt(index),
    }))
  })
  const events = placed.flatMap(({ article, articleId }) =>
    article.events.map(({ by, ...row }) => ({
      articleId,
      userId: by === null ? null : found(userIds, by),
      ...row,
    })),
  )
  await tx.insert(articleReturns).values(returns)
  await tx.insert(articleEvents).values(events)
}

/** What each article said after each of its saves. */
async function insertVersions(tx: Db, placed: Placed, known: Known): Promise<void> {
  const rows = placed.flatMap(({ article, articleId }) => {
    const keywords = article.keywords.map((keyword) => ({
      keyword,
      keyword_id: found(known.keywordIds, keywordIdentity(keyword)),
    }))
    return sampleVersions(article).versions.map(({ version, createdAt, intro, products, faqs }) => ({
      articleId,
      version,
      createdAt,
      userId: found(known.userIds, article.by),
      content: {
        title: article.title,
        siteId: found(known.siteIds, article.site),
        imageUrl: known.pictures.heroes.get(article) ?? null,
        intro,
        notes: article.notes,
        keywords,
        products: products.map((product) => ({ ...product, summary: product.summary ?? '' })),
        faqs: [...faqs],
      },
    }))
  })
  await tx.insert(articleVersions).values(rows)
}

async function insertVisits(
  tx: Db,
  rows: readonly SampleVisit[],
  userIds: ReadonlyMap<PersonKey, number>,
): Promise<void> {
  await tx.insert(visits).values(
    rows.map(({ by, path, ...visit }) => ({
      ...visit,
      path,
      userId: found(userIds, by),
      rest: { route: path, params: {} },
    })),
  )
}
