import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { botChats, botMessages } from '../../../db/schema/bot.ts'
import { exports } from '../../../db/schema/exports.ts'
import { REMOVE_OLD } from '../../../kernel/retention/removal-store.ts'
import type { PersonActor } from '../../../security/actor.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildHit, buildKeyword, buildSite } from '../../../testing/builders.ts'
import { recordHits } from '../../market/share-of-voice/verbs/record-hits.ts'
import { writePosts } from '../../posts/content-tracker/post-store.ts'
import { importEarnings } from '../../posts/content-tracker/verbs/import-earnings.ts'
import { readCommand } from './command-reader.ts'
import type { BotDeps } from './deps.ts'

const KETTLE = 'B0AAAAAAK1'
const STOVE = 'B0AAAAAAK2'

let api: Api
let eng: Client
let adm: Client
let today: string

/** Begins a chat and answers how to say something in it. */
async function chatOf(person: Client) {
  const { body } = await person.put('/api/bot')
  const say = async (message: string) => {
    const answer = await person.post('/api/bot', { message, context: { bot_id: body.bot_id } })
    expect(answer.status, message).toBe(200)
    return answer.body.messages[1]
  }
  return { botId: body.bot_id as string, first: body.messages, say }
}

/** A Monday so many weeks before the last full week. */
function monday(weeksBefore: number): string {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  return plusDays(today, -weekday - 7 - 7 * weeksBefore)
}

beforeAll(async () => {
  api = await startApi()
  eng = await api.as('eng')
  adm = await api.as('adm')
  today = dayAt(api.now(), 'UTC')
  const { db, pool } = api.database
  const siteId = (await buildSite(db, { code: 'kt', displayName: 'Kettle Times' })).id
  const post = (postId: string, title: string, asin: string, name: string) => ({
    siteId,
    postId,
    title,
    published: null,
    modified: null,
    address: `https://kettles.example/${postId}`,
    focusKeyword: null,
    picture: null,
    trackingId: null,
    products: [{ asin, name, award: 'Best Overall', image: `/${asin}.jpg` }],
  })
  await writePosts(
    db,
    [
      post('71', 'Kettles that pour', KETTLE, 'Heron Kettle'),
      post('72', 'Kettles and a half', KETTLE, 'Heron Kettle'),
      post('73', 'Stoves for camps', STOVE, 'Heron Stove'),
    ],
    'import',
  )
  await db.execute(sql`update products set stock = 'OUT_OF_STOCK',
    stock_since = ${new Date(api.now().getTime() - 38 * DAY_MS).toISOString()} where asin = ${KETTLE}`)
  const week = (post_id: number, weeksBefore: number, earnings: number) => ({
    site: 'kt',
    post_id,
    week: monday(weeksBefore),
    earnings,
  })
  const cells = [
    ...[0, 1, 2, 3].map((back) => week(71, back, 100)),
    ...[4, 5, 6, 7].map((back) => week(71, back, 200)),
    week(73, 0, 50),
  ]
  async function* lines() {
    for (const [at, each] of cells.entries()) yield { line: at + 1, cells: each }
  }
  await importEarnings({ pool, clock: api.now, timeZone: 'UTC', refuse: () => {} }, lines())
})
afterAll(() => api.close())

describe('a chat', () => {
  it('is started by PUT and read by GET, and every message has its fields [BOT-007] [BOT-008]', async () => {
    const before = api.now().toISOString()
    const { status, body } = await eng.put('/api/bot')
    expect(status).toBe(200)
    expect(body.messages[0].createdAt >= before).toBe(true)
    expect(body.bot_id).toMatch(/^[0-9a-f]{32}$/)
    expect(body.messages).toEqual([
      {
        message_id: expect.any(Number),
        botId: body.bot_id,
        author: 'bot',
        message: expect.stringContaining('Hello, Eng.'),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        error: null,
        options: [],
        product: null,
      },
    ])
    const since = body.messages[0].message_id
    const poll = () => eng.get(`/api/bot?bot_id=${body.bot_id}&since=${since}`)
    expect((await poll()).body).toEqual({ bot_id: body.bot_id, messages: [] })
    await eng.post('/api/bot', { message: '  /help ', context: { bot_id: body.bot_id } })
    const { messages } = (await poll()).body
    expect(
      messages.map(({ author, message }: { author: string; message: string }) => [author, message]),
    ).toEqual([
      ['user', '/help'],
      ['bot', expect.stringContaining('/stock ASIN or name: stock, price, where it’s used')],
    ])
    expect((await eng.get(`/api/bot?bot_id=${body.bot_id}`)).body.messages).toHaveLength(3)
    const asked = { message: '/earnings kt', context: { bot_id: body.bot_id } }
    const [, { options }] = (await eng.post('/api/bot', asked)).body.messages
    const addresses = {
      link: expect.stringMatching(/^\/content-tracker\?.*site=kt/),
      download: expect.stringMatching(/^\/api\/bot\/files\/\d+\/\d+$/),
    }
    expect(options).toContainEqual({ type: 'link', label: 'Open Content Tracker', value: addresses.link })
    const label = 'Posts of Kettle Times as CSV'
    expect(options).toContainEqual({ type: 'download', label, value: addresses.download })
  })

  it('takes a message with its context, and returns the message and the reply [BOT-009]', async () => {
    const { botId } = await chatOf(eng)
    const { status, body } = await eng.post('/api/bot', { message: 'hello', context: { bot_id: botId } })
    expect(status).toBe(200)
    expect(body.bot_id).toBe(botId)
    expect(body.messages.map(({ author }: { author: string }) => author)).toEqual(['user', 'bot'])
    expect(body.messages[1].message).toContain('I only answer commands.')
    expect((await eng.post('/api/bot', { message: 'hello' })).status).toBe(400)
  })

  it.each(['', '   ', '\n'])('refuses a message that says nothing: %j [BOT-006]', async (message) => {
    const { botId } = await chatOf(eng)
    const refused = await eng.post('/api/bot', { message, context: { bot_id: botId } })
    expect(refused.status).toBe(400)
    expect(refused.body.validation.body.message).toBe('Enter a message.')
    expect((await eng.get(`/api/bot?bot_id=${botId}`)).body.messages).toHaveLength(1)
  })

  it('refuses more than 4,000 characters and unknown chats', async () => {
    const { botId } = await chatOf(eng)
    const long = { message: 'x'.repeat(4001), context: { bot_id: botId } }
    expect((await eng.post('/api/bot', long)).status).toBe(400)
    expect((await eng.get('/api/bot?bot_id=mine')).status).toBe(400)
    expect((await eng.get(`/api/bot?bot_id=${randomBytes(16).toString('hex')}`)).status).toBe(404)
  })

  it('is private, including its messages and files', async () => {
    const { botId, say } = await chatOf(eng)
    const { options } = await say('/earnings kt')
    const file = options.find(({ type }: { type: string }) => type === 'download')
    expect((await adm.get(`/api/bot?bot_id=${botId}`)).status).toBe(404)
    expect((await adm.post('/api/bot', { message: '/help', context: { bot_id: botId } })).status).toBe(404)
    expect((await adm.post(file.value)).status).toBe(404)
    expect((await eng.post(file.value)).status).toBe(202)
  })

  it.each(['opm', 'qa', 'wrt'] as const)('is refused to %s, who may not use the bot', async (role) => {
    const person = await api.as(role)
    expect((await person.put('/api/bot')).status).toBe(403)
    expect((await person.get(`/api/bot?bot_id=${'0'.repeat(32)}`)).status).toBe(403)
  })

  it('answers 401 to signed-out users [BOT-012]', async () => {
    expect((await api.visitor.get(`/api/bot?bot_id=${'0'.repeat(32)}`)).status).toBe(401)
    expect((await api.visitor.put('/api/bot')).status).toBe(401)
  })
})

describe('a command', () => {
  const optionsOf = (answer: { options: { type: string; value: string }[] }, type: string) =>
    answer.options.filter((option) => option.type === type).map(({ value }) => value)

  it('/stock says how long a product has been out of stock and which articles recommend it, with links', async () => {
    const { say } = await chatOf(eng)
    const answer = await say(`/stock ${KETTLE.toLowerCase()}`)
    expect(answer.message).toContain('Out of stock for 38 days. 2 articles recommend it')
    expect(answer.product).toMatchObject({ asin: KETTLE, name: 'Heron Kettle', stock: 'OUT_OF_STOCK' })
    const { product_id: id } = answer.product
    expect(optionsOf(answer, 'link')).toEqual([
      `/products?query=${KETTLE}&productId=${id}`,
      `/products?query=${KETTLE}&articles=${id}`,
    ])
  })

  it('/stock asks which one where words fit several, and says where none fits', async () => {
    const { say } = await chatOf(eng)
    const several = await say('/stock heron')
    expect(several.message).toBe('2 products match “heron”. Which one? Top earners first.')
    expect(optionsOf(several, 'none').sort()).toEqual([`/stock ${KETTLE}`, `/stock ${STOVE}`])
    expect((await say('/stock teapot')).message).toBe('No products match “teapot”.')
    expect((await say('/stock')).message).toContain('Which product?')
  })

  it('makes the file that an answer offers as an export of the user', async () => {
    const { say } = await chatOf(eng)
    const answer = await say(`/stock ${KETTLE}`)
    const [file = ''] = optionsOf(answer, 'download')
    expect(file).toBe(`/api/bot/files/${answer.message_id}/2`)
    const { status, body } = await eng.post(file)
    expect(status).toBe(202)
    expect(body.name).toBe(`${KETTLE}-articles.xlsx`)
    const [row] = await api.database.db.select().from(exports).where(sql`export_id = ${body.exportId}`)
    expect(row).toMatchObject({ userId: eng.id, kind: 'product-mentions', request: { asin: KETTLE } })
    // A link is no file, and there is no fourth option.
    expect((await eng.post(`/api/bot/files/${answer.message_id}/0`)).status).toBe(404)
    expect((await eng.post(`/api/bot/files/${answer.message_id}/3`)).status).toBe(404)
  })

  it('/keyword names the holder of a keyword and for how long', async () => {
    const { db } = api.database
    const { id } = await buildKeyword(db, 'Best Pour Over Kettle')
    await buildKeyword(db, 'best pour over kettle set')
    const hits = [2, 1, 0].map((back) =>
      buildHit({
        keywordId: id,
        day: plusDays(today, -back),
        publisher: back === 2 ? 'Others Weekly' : 'Hearthside',
      }),
    )
    await recordHits(db, hits, today)
    const { say } = await chatOf(eng)
    const answer = await say('/keyword  best POUR over kettle')
    expect(answer.message).toContain(
      `“Best Pour Over Kettle” was held by Hearthside, one of our sites, on ${today}.`,
    )
    expect(answer.message).toContain('We’ve held it on the last 2 days with data.')
    expect(optionsOf(answer, 'link')[0]).toBe(`/keywords?keyword=Best+Pour+Over+Kettle&keyword_id=${id}`)
    const several = await say('/keyword best pour')
    expect(several.message).toBe('Several keywords match “best pour”. Which one?')
    expect(optionsOf(several, 'none')).toContain('/keyword Best Pour Over Kettle')
    expect((await say('/keyword zeppelin')).message).toBe('No keywords match “zeppelin”.')
  })

  it('/pending lists the articles that wait for the user, in the order of the queue', async () => {
    const { db, pool } = api.database
    // Articles of other tests wait, too.
    await pool.query('delete from articles')
    const { say } = await chatOf(adm)
    expect((await say('/pending')).message).toBe('Nothing is waiting for you.')
    const { id: revisesId } = await buildArticle(db, {
      userId: eng.id,
      status: 'published',
      keyword: 'is out',
    })
    const article = await buildArticle(db, {
      ...{ userId: eng.id, revisesId },
      ...{ title: 'Waiting kettle', keyword: 'waits' },
    })
    const draft = { userId: eng.id, title: 'Own draft', status: 'draft', keyword: 'draft of eng' }
    await buildArticle(db, draft)
    const answer = await say('/pending')
    expect(answer.message).toMatch(
      /^1 article is waiting for you\. First in line: Requested update, “Waiting kettle”/,
    )
    expect(optionsOf(answer, 'link')).toEqual([`/articles/${article.id}`, '/articles/pending'])
    expect((await (await chatOf(eng)).say('/pending')).message).toMatch(/^2 articles are waiting for you\./)
  })

  it('/earnings of a site gives its earnings, and the drop since the previous period', async () => {
    const { say } = await chatOf(eng)
    const answer = await say('/earnings KT')
    expect(answer.message).toBe(
      `Kettle Times earned $450.00 in the 4 full weeks up to the week of ${monday(0)}, 43.8% less than in the period before.`,
    )
    expect(optionsOf(answer, 'link')).toEqual(['/content-tracker?site=kt'])
    expect((await say('/earnings kettle times 8 weeks')).message).toBe(
      `Kettle Times earned $1,250.00 in the 8 full weeks up to the week of ${monday(0)}.`,
    )
    expect((await say('/earnings 1 week')).message).toContain(
      'All sites together earned $150.00 in the full week',
    )
  })

  it('/a post’s earnings is found by its number or by its title', async () => {
    const { say } = await chatOf(eng)
    const named = await say('/earnings kt/73')
    expect(named.message).toContain('Post kt/73 earned $50.00')
    expect(optionsOf(named, 'link')).toEqual(['/content-tracker?site=kt&post=kt%2F73&tab=earnings'])
    expect((await say('/earnings stoves for')).message).toContain('“Stoves for camps” earned $50.00')
    const several = await say('/earnings kettles 12 weeks')
    expect(several.message).toContain('2 posts have “kettles” in the title.')
    expect(optionsOf(several, 'none')).toContain('/earnings kt/71 12 weeks')
    expect((await say('/earnings zeppelin')).message).toContain(
      'No site code or post title matches “zeppelin”',
    )
    expect((await say('/earnings kt/999')).message).toBe('Post kt/999: no earnings data.')
  })

  it('/health names broken systems and counts failed jobs', async () => {
    const { db } = api.database
    await db.execute(sql`delete from port_checks`)
    const { say } = await chatOf(eng)
    expect((await say('/health')).message).toContain('No connections checked yet.')
    await db.execute(sql`insert into port_checks (port, adapter, ok, detail, checked_at)
      values ('Tasks', 'Asana', false, 'Asana did not accept our credentials.', now()), ('Mail', 'built-in', true, '', now())`)
    const answer = await say('/health')
    expect(answer.message).toContain(
      '1 of 2 connections is broken. Tasks: Asana did not accept our credentials. No failed emails or jobs',
    )
    expect(optionsOf(answer, 'link')).toEqual(['/scan', '/runs'])
  })

  it('/health counts only failed jobs that the user may see', async () => {
    const { db } = api.database
    await db.execute(sql`delete from jobs.job`)
    await db.execute(sql`insert into jobs.job (name, state, data, started_on, completed_on)
      values ('offboarding.close-next', 'failed', '{"runId":0}', now(), now())`)
    const said = async (client: Client) => (await (await chatOf(client)).say('/health')).message
    expect(await said(eng)).toContain('No failed emails or jobs.')
    expect(await said(adm)).toContain('1 email or job failed and can be retried.')
  })

  it('/find searches everything that the user may see, without other users’ drafts', async () => {
    const { db } = api.database
    await buildArticle(db, {
      userId: eng.id,
      title: 'A heron alone',
      status: 'draft',
      keyword: 'heron alone',
    })
    const article = await buildArticle(db, { userId: eng.id, title: 'Heron at night', keyword: 'heron pump' })
    const answer = await (await chatOf(adm)).say('/find heron')
    expect(answer.message).toContain('“heron” is in articles, keywords, products.')
    const links = optionsOf(answer, 'link')
    expect(links.filter((link) => link.startsWith('/articles/'))).toEqual([`/articles/${article.id}`])
    expect(links.some((link) => link.startsWith('/products?query='))).toBe(true)
    expect((await (await chatOf(eng)).say('/find eng one')).options[0].value).toBe(`/users/${eng.id}`)
    expect((await (await chatOf(eng)).say('/find zeppelin')).message).toBe(
      'Nothing you can see matches “zeppelin”.',
    )
  })

  it('that does not exist is reported as unknown, and words without a command are searched for', async () => {
    const { say } = await chatOf(eng)
    const unknown = await say('/constructor now')
    expect(unknown.message).toContain('I don’t know “/constructor”.')
    const words = await say('heron kettle')
    expect(optionsOf(words, 'none')).toEqual(['/find heron kettle', '/help'])
  })

  it('without permission names the missing permission, and looks up nothing', async () => {
    const permissions = ['Bot', 'ManageProducts'] as const
    const { body } = await eng.get('/api/profile')
    const origin = { requestId: 'r', address: '127.0.0.1' }
    const asker = {
      ...body,
      kind: 'person',
      session: '',
      firstName: 'Eng',
      permissions,
      origin,
    } as PersonActor
    // Whatever it looked up would throw.
    const nothing = {} as BotDeps
    for (const name of ['keyword', 'pending', 'earnings', 'health'])
      expect(await readCommand(nothing, asker, { name, words: 'kt' }), name).toMatchObject({
        message: expect.stringContaining(`You can’t use /${name}: it needs the permission`),
        options: [],
      })
    const help = await readCommand(nothing, asker, { name: 'help', words: '' })
    expect(help.message.match(/^\/\w+/gm)).toEqual(['/stock', '/find', '/help'])
    expect((await readCommand(nothing, asker, { name: 'find', words: '' })).message).toContain('What are you')
  })
})

describe('the history', () => {
  it('is kept for a week after its chat began', async () => {
    const { db } = api.database
    const { botId } = await chatOf(eng)
    const other = await chatOf(eng)
    const old = new Date(api.now().getTime() - 7 * DAY_MS - 1)
    await db.update(botChats).set({ createdAt: old }).where(sql`bot_id = ${botId}`)
    await api.runJob(REMOVE_OLD)
    expect(await db.select().from(botMessages).where(sql`bot_id = ${botId}`)).toEqual([])
    expect((await eng.get(`/api/bot?bot_id=${botId}`)).status).toBe(404)
    expect((await eng.get(`/api/bot?bot_id=${other.botId}`)).status).toBe(200)
  })
})
