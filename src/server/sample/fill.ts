import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import {
  articleEvents,
  articleFaqs,
  articleKeywords,
  articleProducts,
  articleReturns,
  articles,
} from '#server/db/schema/articles.ts'
import { keywordSites, keywords, keywordTags, tags } from '#server/db/schema/keywords.ts'
import { sites } from '#server/db/schema/sites.ts'
import { users, visits } from '#server/db/schema/users.ts'
import { keywordIdentity } from '#shared/features/keywords/rules.ts'
import { type SampleVisit, sampleActivity, signInsOf } from './activity.ts'
import { type SampleArticle, sampleArticles } from './articles.ts'
import { sampleKeywords } from './keywords.ts'
import { before, DAY } from './moments.ts'
import { type PersonKey, SAMPLE_PEOPLE } from './people.ts'
import { renderHero } from './pictures/draw.ts'
import { renderLogo } from './pictures/logos.ts'
import { SAMPLE_SITES, type SiteCode } from './sites.ts'

type Database = NodePgDatabase
/** Inside the one transaction. */
type Handle = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface SampleFill {
  db: Database
  now: Date
  /** Argon2id of the password that all sample people share. */
  passwordHash: string
  /** Keeps a picture and answers its address. */
  storeImage: (bytes: Buffer, type: 'image/jpeg' | 'image/png') => Promise<string>
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
export async function fillSampleWorkspace({ db, now, passwordHash, storeImage }: SampleFill): Promise<void> {
  const written = sampleArticles(now)
  const pictures = await drawPictures(written, storeImage)
  const activity = sampleActivity(now)
  await db.transaction(async (tx) => {
    const siteIds = await insertSites(tx, pictures)
    const userIds = await insertPeople(tx, { now, passwordHash, activity })
    const keywordIds = await insertKeywords(tx, now, siteIds)
    await insertArticles(tx, written, { pictures, siteIds, userIds, keywordIds })
    for (const rows of slices(activity)) await insertVisits(tx, rows, userIds)
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

async function insertSites(tx: Handle, { logos }: Pictures): Promise<Map<SiteCode, number>> {
  const rows = SAMPLE_SITES.map((site) => ({ ...site, logoUrl: found(logos, site.code) }))
  const ids = await tx.insert(sites).values(rows).returning({ id: sites.id, code: sites.code })
  return new Map(ids.map(({ id, code }) => [code as SiteCode, id]))
}

async function insertPeople(
  tx: Handle,
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
  tx: Handle,
  now: Date,
  siteIds: ReadonlyMap<SiteCode, number>,
): Promise<Map<string, number>> {
  const list = sampleKeywords(now)
  const names = [...new Set(list.flatMap((keyword) => keyword.tags))].sort()
  const tagRows = await tx
    .insert(tags)
    .values(names.map((tag) => ({ tag })))
    .returning()
  const tagIds = new Map(tagRows.map(({ id, tag }) => [tag, id]))
  const rows = list.map(({ keyword, identity, isTracked, createdAt }) => ({
    keyword,
    identity,
    isTracked,
    createdAt,
  }))
  const ids = await tx
    .insert(keywords)
    .values(rows)
    .returning({ id: keywords.id, identity: keywords.identity })
  const idOf = new Map(ids.map(({ id, identity }) => [identity, id]))
  const ofTags = list.flatMap((keyword) =>
    keyword.tags.map((tag) => ({ keywordId: found(idOf, keyword.identity), tagId: found(tagIds, tag) })),
  )
  const ofSites = list.flatMap((keyword) =>
    keyword.sites.map((site) => ({ keywordId: found(idOf, keyword.identity), siteId: found(siteIds, site) })),
  )
  for (const slice of slices(ofTags)) await tx.insert(keywordTags).values(slice)
  for (const slice of slices(ofSites)) await tx.insert(keywordSites).values(slice)
  return idOf
}

interface Known {
  pictures: Pictures
  siteIds: ReadonlyMap<SiteCode, number>
  userIds: ReadonlyMap<PersonKey, number>
  keywordIds: ReadonlyMap<string, number>
}

async function insertArticles(tx: Handle, written: readonly SampleArticle[], known: Known): Promise<void> {
  const { pictures, siteIds, userIds, keywordIds } = known
  const userOf = (key: PersonKey | null) => (key === null ? null : found(userIds, key))
  const rows = written.map((article) => ({
    title: article.title,
    status: article.status,
    imageUrl: pictures.heroes.get(article) ?? null,
    intro: article.intro,
    notes: article.notes,
    siteId: found(siteIds, article.site),
    userId: found(userIds, article.by),
    qaUserId: userOf(article.validator),
    createdAt: article.createdAt,
    updatedAt: article.updatedAt,
    version: article.version,
  }))
  // Titles are unique in the sample, so they tell which row became which article.
  const ids = await tx.insert(articles).values(rows).returning({ id: articles.id, title: articles.title })
  const idOf = new Map(ids.map(({ id, title }) => [title, id]))
  const of = <Row extends object>(list: (article: SampleArticle) => readonly Row[]) =>
    written.flatMap((article) =>
      list(article).map((row, position) => ({ row, articleId: found(idOf, article.title), position })),
    )
  await tx.insert(articleKeywords).values(
    of(({ keywords: words }) => words.map((word) => ({ word }))).map(({ row, ...place }) => ({
      ...place,
      keywordId: found(keywordIds, keywordIdentity(row.word)),
    })),
  )
  await tx
    .insert(articleProducts)
    .values(of(({ products }) => products).map(({ row, ...place }) => ({ ...row, ...place })))
  await tx.insert(articleFaqs).values(
    of(({ faqs }) => faqs.map((question) => ({ question }))).map(({ row, ...place }) => ({
      ...row,
      ...place,
    })),
  )
  await tx.insert(articleReturns).values(
    of(({ returns }) => returns).map(({ row: { by, ...row }, articleId }) => ({
      ...row,
      articleId,
      userId: found(userIds, by),
    })),
  )
  await tx.insert(articleEvents).values(
    of(({ events }) => events).map(({ row: { by, ...row }, articleId }) => ({
      ...row,
      articleId,
      userId: userOf(by),
    })),
  )
}

async function insertVisits(
  tx: Handle,
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
