import { catalogGoods } from '../db/schema/catalog.ts'
import type { Api } from './api.ts'
import { buildArticle } from './builders.ts'
import type { WritingCall } from './writing-call.ts'

/** The product recommended by `buildArticle`, and its replacement. */
const OLD = 'B0AAAAAAA1'
const NEW = 'B0AAAAAAZ7'

/** The calls that replace products in articles, for the list of all that write. */
export async function replacementCalls(api: Api): Promise<Record<string, WritingCall>> {
  const qa = await api.as('qa')
  await api.database.db.insert(catalogGoods).values({
    asin: NEW,
    title: 'Kettle',
    brand: 'Heron',
    categories: ['Kettles'],
    features: [],
    info: {},
    listPrice: 5000,
    outOfStockDays: 0,
    rating: 45,
    reviewCount: 400,
  })
  const path = (id: number, verb: string) => `/api/replacements/${id}/${verb}`

  async function prepared() {
    const { id } = await buildArticle(api.database.db, { userId: qa.id, status: 'draft' })
    const { body } = await qa.post('/api/replacements', { asin: OLD, replacement: NEW })
    const place = body.list.find((each: { article_id: number }) => each.article_id === id)
    return { id: body.replacement_id, places: [place.place_id] }
  }
  async function applied() {
    const { id, places } = await prepared()
    await qa.post(path(id, 'apply'), { places })
    await api.app.queue.drain()
    return id
  }

  return {
    'replacements.prepare': [
      'qa',
      null,
      async () => () => qa.post('/api/replacements', { asin: OLD, replacement: NEW }),
    ],
    'replacements.apply': [
      'qa',
      'product.replaced',
      async () => {
        const { id, places } = await prepared()
        return () => qa.post(path(id, 'apply'), { places })
      },
    ],
    'replacements.retry': [
      'qa',
      'product.replacement-retried',
      async () => {
        const id = await applied()
        await api.database.pool.query(
          "update replacement_places set state = 'failed' where replacement_id = $1 and state = 'done'",
          [id],
        )
        return () => qa.post(path(id, 'retry'))
      },
    ],
    'replacements.undo': [
      'qa',
      'product.put-back',
      async () => {
        const id = await applied()
        return () => qa.post(path(id, 'undo'))
      },
    ],
  }
}
