import type { Db } from '../db/connect.ts'
import {
  articleFaqs,
  articleKeywords,
  articleProducts,
  articleReturns,
  articles,
} from '../db/schema/articles.ts'
import { keywords } from '../db/schema/keywords.ts'
import { sitePosts } from '../db/schema/posts.ts'
import { sites } from '../db/schema/sites.ts'
import { users, visits } from '../db/schema/users.ts'
import type { Hit } from '../features/market/share-of-voice/verbs/record-hits.ts'

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

let serial = 0
const next = () => {
  serial += 1
  return serial
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('The row was not inserted.')
  return row
}

export async function buildUser(db: Db, values: New<typeof users> = {}) {
  const number = next()
  const defaults = {
    firstName: 'Test',
    lastName: `Person ${number}`,
    username: `person${number}@desk.example`,
    roleId: 'opm' as const,
  }
  return only(
    await db
      .insert(users)
      .values({ ...defaults, ...values })
      .returning(),
  )
}

export async function buildSite(db: Db, values: New<typeof sites> = {}) {
  const number = next()
  const defaults = {
    code: `s${number}`,
    displayName: `Site ${number}`,
    normalizedName: `site-${number}`,
    url: `https://site-${number}.example`,
    logoUrl: '/images/logo.png',
  }
  return only(
    await db
      .insert(sites)
      .values({ ...defaults, ...values })
      .returning(),
  )
}

export async function buildKeyword(db: Db, keyword = `keyword ${next()}`) {
  return only(await db.insert(keywords).values({ keyword, identity: keyword.toLowerCase() }).returning())
}

/** An article with one keyword, one product and one question, of the given owner and in the given status. */
export async function buildArticle(
  db: Db,
  values: New<typeof articles> & { userId: number; keyword?: string },
) {
  const { keyword, ...columns } = values
  const siteId = columns.siteId ?? only(await db.select({ id: sites.id }).from(sites).limit(1)).id
  const defaults = { title: `The best article ${next()}`, status: 'requested' }
  const article = only(
    await db
      .insert(articles)
      .values({ ...defaults, ...columns, siteId })
      .returning(),
  )
  const word = await buildKeyword(db, keyword)
  await db.insert(articleKeywords).values({ articleId: article.id, keywordId: word.id, position: 0 })
  await db
    .insert(articleProducts)
    .values({ articleId: article.id, position: 0, asin: 'B0AAAAAAA1', name: 'Kettle', award: 'Best Overall' })
  await db.insert(articleFaqs).values({ articleId: article.id, position: 0, question: 'Is it loud?' })
  return { ...article, keyword: word }
}

export async function buildReturn(
  db: Db,
  values: New<typeof articleReturns> & { articleId: number; userId: number },
) {
  return only(
    await db
      .insert(articleReturns)
      .values({ kind: 'return', reason: 'Please check the ASIN.', ...values })
      .returning(),
  )
}

/** A post of the built-in publishing site; a draft unless told otherwise. */
export async function buildPost(db: Db, values: New<typeof sitePosts> & { siteId: number }) {
  const number = next()
  const now = new Date()
  const defaults = { status: 'draft' as const, slug: `post-${number}`, title: `Post ${number}`, content: '' }
  return only(
    await db
      .insert(sitePosts)
      .values({ ...defaults, createdAt: now, modifiedAt: now, ...values })
      .returning(),
  )
}

export async function buildVisit(db: Db, values: New<typeof visits> & { userId: number }) {
  return only(
    await db
      .insert(visits)
      .values({ roleId: 'opm', path: '/keywords', ...values })
      .returning(),
  )
}

/** Who held a keyword on a day: ours where the name is `Hearthside` or `Open Kitchen`, unless said otherwise. */
export function buildHit(values: Pick<Hit, 'keywordId' | 'day'> & Partial<Hit>): Hit {
  const publisher = values.publisher ?? 'Hearthside'
  return {
    publisher,
    isWinning: ['Hearthside', 'Open Kitchen'].includes(publisher),
    title: 'The Best Kettles',
    publishedDate: 'Sep 30, 2026',
    url: 'https://www.amazon.com/ospublishing/story/1',
    items: [{ asin: 'B0AAAAAAA1', name: 'Kettle', award: 'Best Value', blurb: 'It boils.' }],
    ...values,
  }
}
