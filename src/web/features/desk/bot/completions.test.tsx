import './bot-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const CHAT = 'b'.repeat(32)
const SEND = 'POST /api/bot'
let server: Loopback

const said = (id: number, author: 'bot' | 'user', message: string) => ({
  ...{ message_id: id, botId: CHAT, author, message, createdAt: '2026-11-20T10:15:00.000Z' },
  ...{ error: null, options: [], product: null },
})
/** The default answer of the bot. */
const answering = (message: string) => {
  let id = 1
  server.answer(SEND, ({ json }) => ({
    body: {
      bot_id: CHAT,
      messages: [said(++id, 'user', (json as { message: string }).message), said(++id, 'bot', message)],
    },
  }))
}

beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('PUT /api/bot', {
    body: { bot_id: CHAT, messages: [said(1, 'bot', 'Hello, Ines.')], assistant: null },
  })
  server.answer('GET /api/bot', { body: { bot_id: CHAT, messages: [] } })
})
afterEach(() => server.close())

async function openBot() {
  const user = userEvent.setup()
  openAs(server, 'adm', '/bot')
  await screen.findByText('Hello, Ines.')
  return { user, field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Message' }) }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

it('the field completes a post for its earnings, and any item that matches the words of a search', async () => {
  const { user, field } = await openBot()
  answering('Looked up.')
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/snowflake/content', {
    body: {
      pageInfo: { total: 1 },
      edges: [{ SITE: 'kt', POST_ID: '12', POST_TITLE: 'Kettles that pour' }],
    },
  })
  server.answer('GET /api/articles/suggestions', {
    body: [{ article_id: 31, title: 'Kettles that pour', status: 'published', site_id: 1 }],
  })
  server.answer('GET /api/products', {
    body: {
      nodes: [{ product_id: 1, asin: 'B0C7YRK4QD', name: 'Heron Kettle', recent: [] }],
      totalCount: 1,
      is_more: false,
      stocks: null,
    },
  })
  server.answer('GET /api/keywords', { body: [{ keyword_id: 5, keyword: 'gooseneck kettle' }] })
  await user.type(field, '/earnings kettles that')
  await user.click(await screen.findByRole('option', { name: /Kettles that pour/ }))
  expect(field).toHaveValue('/earnings kt/12 ')
  await user.click(await screen.findByRole('option', { name: /26 weeks/ }))
  await waitFor(() =>
    expect(server.sent(SEND).at(-1)?.json).toMatchObject({ message: '/earnings kt/12 26 weeks' }),
  )
  await waitFor(() => expect(screen.getAllByText('Looked up.')).toHaveLength(1))
  await user.type(field, '/find kettle')
  await waitFor(() =>
    expect(options()).toEqual([
      expect.stringMatching(/^Kettles that pour.*article, post$/),
      expect.stringMatching(/^Heron Kettle.*product$/),
      expect.stringMatching(/^gooseneck kettle.*keyword$/),
    ]),
  )
  await user.click(screen.getByRole('option', { name: /Heron Kettle/ }))
  await waitFor(() => expect(server.sent(SEND).at(-1)?.json).toMatchObject({ message: '/find Heron Kettle' }))
})

it.each([
  ['/keyword goos', 'GET /api/keywords', { body: [{ keyword_id: 5, keyword: 'gooseneck kettle' }] }],
  [
    '/stock goos',
    'GET /api/products',
    {
      body: {
        nodes: [{ product_id: 1, asin: 'B0C7YRK4QD', name: 'Gooseneck Kettle', recent: [] }],
        totalCount: 1,
        isMore: false,
        stocks: null,
      },
    },
  ],
])('while more letters are looked up, what still matches %s stays', async (asked, route, found) => {
  const { user, field } = await openBot()
  const held = Promise.withResolvers<void>()
  server.answer(route, async ({ search }) => {
    if (search.includes('goosen')) await held.promise
    return found
  })
  await user.type(field, asked)
  const option = await screen.findByRole('option', { name: /gooseneck kettle/i })
  await user.type(field, 'en')
  await waitFor(() => expect(server.sent(route).at(-1)?.search).toContain('goosen'))
  expect(option).toBeInTheDocument()
  await user.type(field, 'x')
  await waitFor(() => expect(option).not.toBeInTheDocument())
  held.resolve()
})

it.each(['/stock kettle', '/find kettle', '/keyword kettle'])(
  'Enter sends %s as typed, or the suggestion once an arrow has selected it',
  async (asked) => {
    const { user, field } = await openBot()
    answering('Looked up.')
    server.answer('GET /api/snowflake/content', { body: { pageInfo: { total: 0 }, edges: [] } })
    server.answer('GET /api/articles/suggestions', { body: [] })
    server.answer('GET /api/products', {
      body: {
        nodes: [{ product_id: 1, asin: 'B0C7YRK4QD', name: 'Heron Kettle', recent: [] }],
        totalCount: 1,
        is_more: false,
        stocks: null,
      },
    })
    server.answer('GET /api/keywords', { body: [{ keyword_id: 5, keyword: 'gooseneck kettle' }] })
    await user.type(field, asked)
    await waitFor(() => expect(options()).not.toEqual([]))
    expect(screen.queryByRole('option', { selected: true })).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect(screen.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true')
    await user.clear(field)
    await user.type(field, asked)
    await waitFor(() => expect(options()).not.toEqual([]))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(server.sent(SEND).at(-1)?.json).toMatchObject({ message: asked }))
  },
)

it('a chat starts with a few examples, each one click away', async () => {
  const { user } = await openBot()
  answering('Nothing is waiting for you.')
  const examples = within(screen.getByRole('group', { name: 'For example' }))
  expect(examples.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '/stockASIN or name',
    '/keywordwords',
    '/pending',
    '/earningssite or post',
  ])
  await user.click(examples.getByRole('button', { name: /stock/ }))
  expect(screen.getByRole('combobox', { name: 'Message' })).toHaveValue('/stock ')
  await user.clear(screen.getByRole('combobox', { name: 'Message' }))
  await user.click(examples.getByRole('button', { name: '/pending' }))
  expect(await screen.findByText('Nothing is waiting for you.')).toBeInTheDocument()
  expect(server.sent(SEND)[0]?.json).toMatchObject({ message: '/pending' })
  // The examples are no longer needed.
  expect(screen.queryByRole('group', { name: 'For example' })).toBeNull()
})
