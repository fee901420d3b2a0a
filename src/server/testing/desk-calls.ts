import type { Api } from './api.ts'
import { buildSite } from './builders.ts'
import type { WritingCall } from './writing-call.ts'

const BOARD = '1700000000000061'
const LEFT = '/api/gsc-keywords/cannibalisation/left'

let rivalries = 0
/** A query that two posts take from each other. */
async function rivalry({ database: { pool } }: Api, siteId: number) {
  const query = `rivals ${++rivalries}`
  const { rows } = await pool.query(
    `insert into content_posts (site_id, post_id, title, source)
     select $1, '77' || $2 || n, 'Rival', 'import' from generate_series(1, 2) n returning content_post_id as id`,
    [siteId, rivalries],
  )
  await pool.query(
    `with q as (insert into search_queries (query) values ($1) returning query_id)
     insert into search_query_totals (period, query_id, clicks, impressions, position, posts, best_post_id, is_named,
       rivals, rival_sites, strongest, lost)
     select 30, query_id, 1, 100, 5, 2, $2, false, $3, array[$4::int], 1, 1 from q`,
    [query, rows[0].id, rows.map(({ id }) => id), siteId],
  )
  return { query, period: 30 }
}

/** A query in striking distance. */
async function proposal({ database: { pool } }: Api, siteId: number) {
  const post_id = `88${++rivalries}`
  const query = `nearly ${rivalries}`
  await pool.query(
    `with p as (insert into content_posts (site_id, post_id, title, source) values ($1, $2, 'Near', 'import')
       returning content_post_id),
     q as (insert into search_queries (query) values ($3) returning query_id)
     insert into search_totals (content_post_id, period, query_id, clicks, impressions, position)
     select content_post_id, 30, query_id, 1, 2000, 9 from p, q`,
    [siteId, post_id, query],
  )
  return { post_id, site_id: siteId, query, aim: 'climb' }
}

/** The calls about flags, commissions, sheets, keywords of posts and the console, for the list of all that write. */
export async function deskCalls(api: Api): Promise<Record<string, WritingCall>> {
  const eng = await api.as('eng')
  const { id: siteId } = await buildSite(api.database.db, { code: 'bm', boardGid: BOARD })
  let count = 0
  const next = (word: string) => `${word}${++count}`
  /** Nobody waits for more than two files at once. */
  const filesMade = () => api.app.queue.drain()

  const newFlag = () => ({ feature_flag: next('FLAG_'), type: 'bool', value: true })
  const flag = async () => (await eng.post('/api/feature-flags', newFlag())).body.feature_flag_id
  const archived = async () => {
    const id = await flag()
    await eng.delete(`/api/feature-flags/${id}`)
    return id
  }
  const CATEGORIES = '/api/commission-categories'
  const shelf = () => ({ name: next('Shelf '), commission: 3 })
  const category = async () => (await eng.post(CATEGORIES, shelf())).body.commission_category_id
  const newSheet = () => ({ siteId, googleSheetId: next('sheet-'), asanaBoardId: BOARD })
  const sheet = async () => (await eng.post('/api/google-sheets', newSheet())).body.google_sheet_table_id
  const rows = [['Title', 'Task'], ['Kettles']]
  const post = async () => {
    const post_id = next('9')
    await api.database.pool.query(
      "insert into content_posts (site_id, post_id, title, source, focus_keyword) values ($1, $2, 'Post', 'import', 'old')",
      [siteId, post_id],
    )
    return { post_id, site_id: siteId }
  }
  const ignored = async () => {
    const of = await post()
    await eng.post('/api/gsc-keywords-ignored-posts/bulk/', [{ ...of, post_title: 'Post' }] as never)
    return of
  }
  const give = async () => {
    const changes = [{ ...(await post()), keyword_before: 'old', keyword_after: 'new' }]
    return () => eng.post('/api/gsc-keywords/bulk/', changes as never)
  }
  const query = async () =>
    (await eng.post('/api/query/saved', { name: next('Query '), query: 'select 1' })).body.query_id

  const wished = () => ({ country: 'us', keywords: [next('kettle ')], site_id: siteId })
  const plan = async () => (await eng.post('/api/plans', wished())).body.planned[0].plan_id
  const unplanned = async () => {
    const id = await plan()
    await eng.delete(`/api/plans/${id}`)
    return id
  }

  return {
    'planner.create': [
      'eng',
      'plan.created',
      async () => {
        const wish = wished()
        return () => eng.post('/api/plans', wish)
      },
    ],
    'planner.update': [
      'eng',
      'plan.changed',
      async () => {
        const id = await plan()
        return () => eng.patch(`/api/plans/${id}`, { note: 'soon' })
      },
    ],
    'planner.remove': [
      'eng',
      'plan.removed',
      async () => {
        const id = await plan()
        return () => eng.delete(`/api/plans/${id}`)
      },
    ],
    'planner.restore': [
      'eng',
      'plan.restored',
      async () => {
        const id = await unplanned()
        return () => eng.post(`/api/plans/${id}/restore`)
      },
    ],
    'featureFlags.create': [
      'eng',
      'flag.created',
      async () => {
        const made = newFlag()
        return () => eng.post('/api/feature-flags', made)
      },
    ],
    'featureFlags.update': [
      'eng',
      'flag.changed',
      async () => {
        const id = await flag()
        return () => eng.patch(`/api/feature-flags/${id}`, { value: false })
      },
    ],
    'featureFlags.remove': [
      'eng',
      'flag.archived',
      async () => {
        const id = await flag()
        return () => eng.delete(`/api/feature-flags/${id}`)
      },
    ],
    'featureFlags.restore': [
      'eng',
      'flag.restored',
      async () => {
        const id = await archived()
        return () => eng.post(`/api/feature-flags/${id}/restore`)
      },
    ],
    'commissionCategories.create': [
      'eng',
      'commission.created',
      async () => () => eng.post(CATEGORIES, shelf()),
    ],
    'commissionCategories.update': [
      'eng',
      'commission.changed',
      async () => {
        const id = await category()
        return () => eng.put(CATEGORIES, { commission_category_id: id, ...shelf() })
      },
    ],
    'commissionCategories.updateById': [
      'eng',
      'commission.changed',
      async () => {
        const id = await category()
        return () => eng.put(`${CATEGORIES}/${id}`, shelf())
      },
    ],
    'commissionCategories.remove': [
      'eng',
      'commission.deleted',
      async () => {
        const id = await category()
        return () => eng.delete(CATEGORIES, { commission_category_id: id })
      },
    ],
    'commissionCategories.removeById': [
      'eng',
      'commission.deleted',
      async () => {
        const id = await category()
        return () => eng.delete(`${CATEGORIES}/${id}`)
      },
    ],
    'googleSheets.create': [
      'eng',
      'sheet.linked',
      async () => {
        const made = newSheet()
        return () => eng.post('/api/google-sheets', made)
      },
    ],
    'googleSheets.remove': [
      'eng',
      'sheet.unlinked',
      async () => {
        const id = await sheet()
        return () => eng.delete(`/api/google-sheets/${id}`)
      },
    ],
    'googleSheets.restore': [
      'eng',
      'sheet.restored',
      async () => {
        const id = await sheet()
        await eng.delete(`/api/google-sheets/${id}`)
        return () => eng.post(`/api/google-sheets/${id}/restore`)
      },
    ],
    'googleSheets.sync': [
      'eng',
      'sheet.synced',
      async () => {
        const id = await sheet()
        await eng.put(`/api/google-sheets/${id}/grid`, { rows })
        const { mark } = (await eng.get(`/api/google-sheets/${id}/preview`)).body
        return () => eng.post(`/api/google-sheets/sync/${id}`, { mark })
      },
    ],
    'googleSheets.saveGrid': [
      'eng',
      'sheet.edited',
      async () => {
        const id = await sheet()
        return () => eng.put(`/api/google-sheets/${id}/grid`, { rows })
      },
    ],
    'gscKeywords.save': ['eng', 'post.keyword-changed', give],
    'gscKeywords.undo': [
      'eng',
      'post.keyword-changed',
      async () => {
        await (await give())()
        const { body } = await eng.get('/api/gsc-keywords-actions/')
        return () => eng.post(`/api/gsc-keywords-actions/${body.nodes[0].action_id}/undo`)
      },
    ],
    'gscKeywords.ignore': [
      'eng',
      'post.ignored',
      async () => {
        const posts = [{ ...(await post()), post_title: 'Post' }]
        return () => eng.post('/api/gsc-keywords-ignored-posts/bulk/', posts as never)
      },
    ],
    'gscKeywords.unignore': [
      'eng',
      'post.unignored',
      async () => {
        const of = await ignored()
        return () => eng.delete('/api/gsc-keywords-ignored-posts/', of)
      },
    ],
    'rivalries.leave': [
      'eng',
      'post.rivalry-left',
      async () => {
        const body = await rivalry(api, siteId)
        return () => eng.post(LEFT, body)
      },
    ],
    'rivalries.takeUp': [
      'eng',
      'post.rivalry-taken-up',
      async () => {
        const body = await rivalry(api, siteId)
        await eng.post(LEFT, body)
        return () => eng.delete(LEFT, body)
      },
    ],
    'searchTasks.make': [
      'eng',
      'post.task-asked',
      async () => {
        const tasks = [await proposal(api, siteId)]
        return () => eng.post('/api/search-tasks', { period: 30, tasks })
      },
    ],
    'dbQuery.execute': [
      'eng',
      'query.asked',
      async () => () => eng.post('/api/query', { query: 'select 1' }),
    ],
    'dbQuery.export': [
      'eng',
      'file.asked',
      async () => {
        await filesMade()
        return () => eng.post('/api/query/export', { query: 'select 1', format: 'csv' })
      },
    ],
    'exports.repeat': [
      'eng',
      'file.asked',
      async () => {
        await filesMade()
        const { body } = await eng.post('/api/query/export', { query: 'select 1', format: 'csv' })
        await filesMade()
        return () => eng.post(`/api/export/${body.exportId}/again`)
      },
    ],
    'dbQuery.save': [
      'eng',
      'query.saved',
      async () => () => eng.post('/api/query/saved', { name: 'One', query: 'select 1' }),
    ],
    'dbQuery.update': [
      'eng',
      'query.changed',
      async () => {
        const id = await query()
        return () => eng.put(`/api/query/saved/${id}`, { name: 'Two', query: 'select 2', version: 1 })
      },
    ],
    'dbQuery.remove': [
      'eng',
      'query.deleted',
      async () => {
        const id = await query()
        return () => eng.delete(`/api/query/saved/${id}`)
      },
    ],
  }
}
