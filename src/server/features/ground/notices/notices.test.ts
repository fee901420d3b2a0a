import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mentionToken } from '#shared/features/keywords/keyword-comments/rules.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildKeyword, buildReturn } from '../../../testing/builders.ts'
import { startMailServer } from '../../../testing/mail-server.ts'

let api: Api
let owner: Client
let validator: Client

beforeAll(async () => {
  api = await startApi()
  owner = await api.as('opm')
  validator = await api.as('qa')
})
afterAll(() => api.close())

const newest = async (client: Client) => (await client.get('/api/notices')).body.nodes[0]

describe('people are notified', () => {
  it.each([
    ['approve', 'approved', 'Well done.'],
    ['return', 'returned', 'Check the ASIN.'],
    ['reject', 'rejected', 'Not for us.'],
  ])('that their article was reviewed, with the reason: %s', async (command, kind, reason) => {
    const { id, title } = await buildArticle(api.database.db, { userId: owner.id })
    await validator.patch(`/api/articles/validate/${id}`, { command, reason })
    expect(await newest(owner)).toMatchObject({
      kind,
      words: reason,
      actor: { id: validator.id },
      article: { article_id: id, title },
      read_at: null,
    })
  })

  it.each(['resubmit', 'cancel'])('about the result of articles that they returned: %s', async (verb) => {
    const { id } = await buildArticle(api.database.db, { userId: owner.id, status: 'returned' })
    const back = await buildReturn(api.database.db, { articleId: id, userId: validator.id })
    const body = verb === 'resubmit' ? { articleReturnId: back.id, comments: 'Swapped.' } : undefined
    expect((await owner.patch(`/api/articles/${verb}/${id}`, body)).status).toBe(200)
    expect(await newest(validator)).toMatchObject({
      kind: verb === 'resubmit' ? 'resubmitted' : 'canceled',
      words: verb === 'resubmit' ? 'Swapped.' : null,
      article: { article_id: id },
    })
  })

  it('of nothing that they did themselves', async () => {
    const before = (await validator.get('/api/notices')).body.totalCount
    const { id } = await buildArticle(api.database.db, { userId: validator.id })
    await validator.patch(`/api/articles/validate/${id}`, { command: 'approve' })
    expect((await validator.get('/api/notices')).body.totalCount).toBe(before)
  })
})

describe('notices', () => {
  it('are counted until they are read, one by one or all at once, and are private', async () => {
    const reader = await api.as('eng')
    for (let n = 0; n < 3; n++) {
      const { id } = await buildArticle(api.database.db, { userId: reader.id })
      await validator.patch(`/api/articles/validate/${id}`, { command: 'approve' })
    }
    const { body } = await reader.get('/api/notices')
    expect([body.totalCount, body.unread_count]).toEqual([3, 3])
    const ids = [body.nodes[0].notice_id]
    expect((await owner.post('/api/notices/read', { ids })).status).toBe(200)
    expect((await reader.get('/api/notices/count')).body.unread_count).toBe(3)
    expect((await reader.post('/api/notices/read', { ids })).body.unread_count).toBe(2)
    expect((await reader.post('/api/notices/read', { ids: 'all' })).body.unread_count).toBe(0)
    expect((await newest(reader)).read_at).not.toBeNull()
  })

  it('go away with their subject, and are mailed to nobody where mail is off', async () => {
    const { id } = await buildArticle(api.database.db, { userId: owner.id })
    await validator.patch(`/api/articles/validate/${id}`, { command: 'approve' })
    await api.database.pool.query('delete from articles where article_id = $1', [id])
    const { body } = await owner.get('/api/notices')
    const about = body.nodes.map(
      (notice: { article: { article_id: number } | null }) => notice.article?.article_id,
    )
    expect(about).not.toContain(id)
    expect(await api.mails()).toEqual([])
  })
})

it('where mail is sent, a notice is mailed with a link to its place, unless it was read before [D147]', async () => {
  const smtp = await startMailServer()
  const { received } = smtp
  const mailing = await startApi({
    SMTP_URL: smtp.url,
    PUBLIC_URL: 'https://desk.example',
  })
  const writer = await mailing.as('opm')
  const reviewer = await mailing.as('qa')
  const mailed = await buildArticle(mailing.database.db, { userId: writer.id, title: 'Kettles' })
  await reviewer.patch(`/api/articles/validate/${mailed.id}`, {
    command: 'return',
    reason: 'Check the ASIN.',
  })
  await mailing.app.queue.drain()
  const read = await buildArticle(mailing.database.db, { userId: writer.id })
  await reviewer.patch(`/api/articles/validate/${read.id}`, { command: 'approve' })
  await writer.post('/api/notices/read', { ids: 'all' })
  await mailing.app.queue.drain()
  const word = await buildKeyword(mailing.database.db, 'loud kettle')
  const comment = mentionToken(writer.id, 'Opm One')
  await reviewer.post(`/api/keywords/${word.id}/comments`, { comment: `${comment}, look here` })
  await mailing.app.queue.drain()
  expect(received).toHaveLength(2)
  expect(received[0]).toContain(`To: ${writer.username}`)
  expect(received[0]).toContain('Check the ASIN.')
  expect(received[0]).toContain(`https://desk.example/articles/${mailed.id}`)
  const mention = received[1]
  expect(mention).toContain('@Opm One, look here')
  expect(mention).toContain(`https://desk.example/keywords?keyword_id=${word.id}&comments=1`)
  await mailing.close()
  await smtp.close()
})

it('who may not open a screen asks the administrators for it, once a day', async () => {
  const admin = await api.as('adm')
  const writer = await api.as('wrt')
  const ask = (client: Client, screen: string) => client.post('/api/access-requests', { screen })
  const answer = await ask(writer, 'bot')
  expect([answer.status, answer.body.asked > 0]).toEqual([201, true])
  expect(await newest(admin)).toMatchObject({
    kind: 'access-asked',
    actor: { id: writer.id },
    words: 'Bot. Missing permission: Bot.',
  })
  expect((await ask(writer, 'bot')).body.message).toBe('You have asked for this screen in the last 24 hours.')
  expect((await ask(writer, 'users')).status).toBe(201)
  expect((await ask(admin, 'users')).body.message).toBe('You can open this screen already.')
  expect((await ask(writer, 'cellar')).status).toBe(400)
  api.advance(25 * HOUR_MS)
  const [one, other] = await Promise.all([ask(writer, 'bot'), ask(writer, 'bot')])
  expect([one.status, other.status].toSorted()).toEqual([201, 409])
})
