import './bot-screen.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BotMessage } from '#shared/features/desk/bot/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const CHAT = 'b'.repeat(32)
const RELOAD = 'Please reload the page to start a new chat'
const POLL = 'GET /api/bot'
const SEND = 'POST /api/bot'

let server: Loopback
let number: number
const said = (message: string, changes: Partial<BotMessage> = {}): BotMessage => ({
  message_id: number++,
  botId: CHAT,
  author: 'bot',
  message,
  createdAt: '2026-11-20T10:15:00.000Z',
  error: null,
  options: [],
  product: null,
  ...changes,
})
/** The default answer of the bot. */
const answering = (message: string, changes: Partial<BotMessage> = {}) =>
  server.answer(SEND, ({ json }) => ({
    body: {
      bot_id: CHAT,
      messages: [said((json as { message: string }).message, { author: 'user' }), said(message, changes)],
    },
  }))
const MOVES = {
  since: '2026-03-01',
  visited_at: null,
  ...{ tracked: 60, held: 20, collected: 60, lost: 3, won: 2 },
  articles: null,
  collecting: null,
}
const nothingNew = { body: { bot_id: CHAT, messages: [] } }

beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  number = 1
  server = await openLoopback()
  server.answer('PUT /api/bot', () => ({
    body: { bot_id: CHAT, messages: [said('Hello, Ines.')], assistant: null },
  }))
  server.answer(POLL, nothingNew)
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await server.close()
})

async function openBot(role: 'adm' | 'eng' = 'adm') {
  const user = userEvent.setup({
    advanceTimers: (milliseconds) => vi.isFakeTimers() && vi.advanceTimersByTime(milliseconds),
  })
  openAs(server, role, '/bot')
  await screen.findByText('Hello, Ines.')
  return { user, field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Message' }) }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent ?? null

describe('the screen', () => {
  it('is named Bot and has a chat, whose session it starts once [BOT-001] [BOT-002] [BOT-004]', async () => {
    const { field } = await openBot()
    expect(screen.getByRole('heading', { level: 1, name: 'Bot' })).toBeVisible()
    expect(within(screen.getByRole('log', { name: 'Conversation' })).getByText('Hello, Ines.')).toBeVisible()
    expect(field).toBeEnabled()
    expect(field).toHaveFocus()
    expect(screen.getByText('connected')).toBeInTheDocument()
    expect(server.sent('PUT /api/bot')).toHaveLength(1)
  })

  it('begins with what to look at today, each fact a link, until the first question', async () => {
    server.answer('GET /api/keywords/moves', { body: MOVES })
    server.answer('GET /api/stocks/oos-summary', {
      body: {
        ...{ is_checked: true, products: 29, posts: 40, at_risk: 1904, is_estimate: false, unknown: 0 },
        new: { products: 0, at_risk: null },
        sites: [],
      },
    })
    const { user, field } = await openBot()
    answering('It is in stock.')
    const today = within(await screen.findByRole('region', { name: 'Today' }))
    expect(await today.findByRole('link', { name: '3 keywords lost' })).toHaveAttribute(
      'href',
      '/keywords?tracked=true&sort=moved&lostSince=2026-03-01',
    )
    expect(await today.findByRole('link', { name: '29 products can’t be bought' })).toBeVisible()
    expect(today.getByText('$1,904.00 a week at risk')).toBeVisible()
    await user.type(field, '/help{Enter}')
    expect(await screen.findByText('It is in stock.')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Today' })).toBeNull()
  })

  it('polls for new messages every 2.5 seconds and shows them [BOT-005]', async () => {
    // Polling only advances with the test's own clock, so that a busy machine changes nothing.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await openBot()
    const fetched = vi.spyOn(globalThis, 'fetch')
    const asked = () =>
      fetched.mock.calls.flatMap(([input]) => {
        const { pathname, searchParams } = new URL(String(input), 'http://localhost')
        return pathname === '/api/bot' ? [searchParams] : []
      })
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
    server.answer(POLL, { body: { bot_id: CHAT, messages: [said('Told later.', { message_id: 9 })] } })
    await pass(2499)
    expect(asked()).toHaveLength(0)
    await pass(1)
    expect(asked()).toHaveLength(1)
    expect(await screen.findByText('Told later.')).toBeInTheDocument()
    expect(asked()[0]?.get('since')).toBe('1')
    expect(asked()[0]?.get('bot_id')).toBe(CHAT)
    await pass(2499)
    expect(asked()).toHaveLength(1)
    await pass(1)
    expect(asked()).toHaveLength(2)
    expect(asked()[1]?.get('since')).toBe('9')
  })

  it('does not poll while the page is hidden [D130]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openBot()
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    fireEvent(window, new Event('visibilitychange'))
    const before = server.sent(POLL).length
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(server.sent(POLL)).toHaveLength(before)
    hidden.mockRestore()
    fireEvent(window, new Event('visibilitychange'))
    await act(() => vi.advanceTimersByTimeAsync(2600))
    await waitFor(() => expect(server.sent(POLL).length).toBeGreaterThan(before))
  })

  it('says why polling failed and what to do, and takes no message [BOT-010] [BOT-011]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { field } = await openBot()
    server.answer(POLL, {
      status: 503,
      body: { statusCode: 503, error: 'x', message: 'The desk is being mended.' },
    })
    await act(() => vi.advanceTimersByTimeAsync(2600))
    const failure = within(await screen.findByRole('alert'))
    expect(failure.getByText('The desk is being mended.')).toBeInTheDocument()
    expect(failure.getByText(RELOAD)).toBeInTheDocument()
    expect(within(screen.getByRole('log')).getByRole('alert')).toBeInTheDocument()
    expect(field).toBeDisabled()
    expect(screen.getByText('not connected')).toBeInTheDocument()
    // Polls less often than before, and recovers by itself once the server responds.
    const asked = server.sent(POLL).length
    await act(() => vi.advanceTimersByTimeAsync(4000))
    expect(server.sent(POLL)).toHaveLength(asked)
    server.answer(POLL, nothingNew)
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(field).toBeEnabled()
  })

  it('stops polling for a chat that is gone', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openBot()
    server.answer(POLL, { status: 404, body: { statusCode: 404, error: 'x', message: 'Chat not found.' } })
    await act(() => vi.advanceTimersByTimeAsync(2600))
    expect(await screen.findByText('Chat not found.')).toBeInTheDocument()
    const asked = server.sent(POLL).length
    await act(() => vi.advanceTimersByTimeAsync(90_000))
    expect(server.sent(POLL)).toHaveLength(asked)
  })

  it('that cannot start a chat says so', async () => {
    server.answer('PUT /api/bot', { status: 500, body: { statusCode: 500, error: 'x', message: 'Broken.' } })
    openAs(server, 'adm', '/bot')
    expect(await screen.findByText('Broken.')).toBeInTheDocument()
    expect(screen.getByText(RELOAD)).toBeInTheDocument()
    expect(screen.getByRole('combobox', { name: 'Message' })).toBeDisabled()
  })

  it('signs the user out on a 401 [BOT-012]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await openBot()
    server.answer(POLL, { status: 401, body: { statusCode: 401, error: 'x', message: 'Please sign in.' } })
    await act(() => vi.advanceTimersByTimeAsync(2600))
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument()
    expect(localStorage.getItem('copydesk.token')).toBeNull()
  })
})

describe('a message', () => {
  it('is sent with its chat and shown with its answer [BOT-009]', async () => {
    const { user, field } = await openBot()
    answering('All 9 connections worked.')
    await user.type(field, '  how are we?  {Enter}')
    expect(await screen.findByText('All 9 connections worked.')).toBeInTheDocument()
    expect(server.sent(SEND).map(({ json }) => json)).toEqual([
      { message: 'how are we?', context: { bot_id: CHAT } },
    ])
    expect(screen.getAllByText('how are we?')).toHaveLength(1)
    expect(field).toHaveValue('')
  })

  it.each(['{Enter}', '   {Enter}'])('is not sent while it is blank: %j [BOT-006]', async (keys) => {
    const { user, field } = await openBot()
    answering('What?')
    await user.type(field, keys)
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
    fireEvent.submit(field)
    answering('Now it was.')
    await user.type(field, 'now{Enter}')
    await screen.findByText('Now it was.')
    expect(server.sent(SEND)).toHaveLength(1)
  })

  it('that could not be sent is in the field again', async () => {
    const { user, field } = await openBot()
    server.answer(SEND, { status: 500, body: { statusCode: 500, error: 'x', message: 'Broken.' } })
    await user.type(field, 'hello{Enter}')
    expect(await screen.findByText('Couldn’t send the message.')).toBeInTheDocument()
    expect(field).toHaveValue('hello')
  })

  it('is shown as plain text, without markup or links', async () => {
    const { user, field } = await openBot()
    answering('<img src=x onerror=alert(1)> https://evil.example javascript:alert(1)', {
      options: [
        { type: 'link', value: 'javascript:alert(1)', label: 'One' },
        { type: 'link', value: '//evil.example/keywords', label: 'Two' },
        { type: 'link', value: 'https://evil.example/keywords', label: 'Three' },
        { type: 'link', value: '/\\evil.example/keywords', label: 'Four' },
        { type: 'download', value: 'https://evil.example/a', label: 'Five' },
      ],
    })
    await user.type(field, 'hello{Enter}')
    const words = await screen.findByText(/^<img src=x/)
    expect(words.children).toHaveLength(0)
    const line = words.parentElement
    expect(line?.querySelectorAll('a, img, button')).toHaveLength(0)
  })

  it('has screens, files and next questions in its answer [BOT-007]', async () => {
    const { user, field } = await openBot()
    answering('Out of stock for 38 days.', {
      error: 'One part is missing.',
      product: {
        product_id: 5,
        asin: 'B0C7YRK4QD',
        name: 'Dunlarch V2',
        image_url: null,
        price: '$389.00',
        stock: 'OUT_OF_STOCK',
      },
      options: [
        { type: 'link', value: '/products?query=B0C7YRK4QD&productId=5', label: 'Open product' },
        { type: 'download', value: '/api/bot/files/3/1', label: '7 articles as XLSX' },
        { type: 'none', value: '/stock B0C7YRK4QD', label: 'Ask again' },
      ],
    })
    await user.type(field, 'dunlarch{Enter}')
    expect(await screen.findByText('B0C7YRK4QD · last price $389.00')).toBeInTheDocument()
    expect(screen.getByText('Out of Stock')).toBeInTheDocument()
    expect(screen.getByText('One part is missing.')).toBeInTheDocument()
    expect(screen.getAllByText('10:15')[0]).toHaveAttribute('title', '2026-11-20 10:15')

    server.answer('POST /api/bot/files/3/1', {
      status: 202,
      body: { exportId: 'a'.repeat(32), status: 'IDLE', url: null, name: 'a.xlsx', error: null },
    })
    server.answer(`GET /api/export/${'a'.repeat(32)}`, {
      body: {
        exportId: 'a'.repeat(32),
        status: 'FINISHED',
        url: '/api/export/a/file',
        name: 'a.xlsx',
        error: null,
      },
    })
    await user.click(screen.getByRole('button', { name: '7 articles as XLSX' }))
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    expect(await screen.findByRole('button', { name: 'Download a.xlsx' })).toBeInTheDocument()
    await user.keyboard('{Escape}')

    answering('In stock again.')
    await user.click(screen.getByRole('button', { name: 'Ask again' }))
    expect(await screen.findByText('In stock again.')).toBeInTheDocument()
    expect(server.sent(SEND).at(-1)?.json).toMatchObject({ message: '/stock B0C7YRK4QD' })

    await user.click(screen.getAllByRole('link', { name: 'Open product' })[0] as HTMLElement)
    await waitFor(() => expect(location.pathname).toBe('/products'))
    expect(new URLSearchParams(location.search).get('productId')).toBe('5')
  })
})

describe('the shortcut picker', () => {
  it('is opened by / from anywhere, and closed by Escape [BOT-003]', async () => {
    const { user, field } = await openBot()
    field.blur()
    await user.keyboard('/')
    expect(field).toHaveFocus()
    expect(field).toHaveValue('/')
    expect(screen.getByRole('listbox', { name: 'Shortcuts' })).toBeVisible()
    expect(options()).toHaveLength(7)
    expect(chosen()).toContain('/stock')
    expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id)
    await user.keyboard('{Escape}')
    expect(options()).toEqual([])
    await user.type(field, 'ke')
    expect(options()).toEqual(['/keywordwordswho holds it and for how long'])
  })

  it('is moved through by the arrows, and Enter chooses a shortcut and sends one without arguments [BOT-003]', async () => {
    const { user, field } = await openBot()
    answering('Nothing is waiting for you.')
    await user.type(field, '/{ArrowDown}')
    expect(chosen()).toContain('/keyword')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(chosen()).toContain('/help')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(field).toHaveValue('/stock ')
    expect(server.sent(SEND)).toEqual([])
    await user.clear(field)
    await user.type(field, '/pe{Enter}')
    expect(await screen.findByText('Nothing is waiting for you.')).toBeInTheDocument()
    expect(server.sent(SEND)[0]?.json).toMatchObject({ message: '/pending' })
  })

  it('offers only commands that the user may use', async () => {
    const user = userEvent.setup()
    openAs(server, 'adm', '/bot', { permissions: ['Bot', 'ManageProducts'] })
    await screen.findByText('Hello, Ines.')
    await user.type(screen.getByRole('combobox', { name: 'Message' }), '/')
    expect(options().map((words) => /^\/[a-z]+?(?=ASIN|words|all)/.exec(words ?? '')?.[0])).toEqual([
      '/stock',
      '/find',
      '/help',
    ])
  })

  it('completes products, keywords, and a site with its weeks', async () => {
    const { user, field } = await openBot()
    answering('Looked up.')
    server.answer('GET /api/products', {
      body: {
        nodes: [{ product_id: 1, asin: 'B0C7YRK4QD', name: 'Dunlarch V2', recent: [] }],
        totalCount: 1,
        is_more: false,
        stocks: null,
      },
    })
    server.answer('GET /api/keywords', { body: [{ keyword_id: 5, keyword: 'gooseneck kettle' }] })
    server.answer('GET /api/sites', {
      body: [{ site_id: 1, code: 'kt', display_name: 'Kettle Times', logo_url: '', url: '', retired: false }],
    })
    await user.type(field, '/stock dun')
    expect(await screen.findByRole('option', { name: /Dunlarch V2/ })).toBeInTheDocument()
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() =>
      expect(server.sent(SEND).at(-1)?.json).toMatchObject({ message: '/stock B0C7YRK4QD' }),
    )
    await waitFor(() => expect(screen.getAllByText('Looked up.')).toHaveLength(1))
    await user.type(field, '/keyword goose')
    await user.click(await screen.findByRole('option', { name: /gooseneck kettle/ }))
    await waitFor(() =>
      expect(server.sent(SEND).at(-1)?.json).toMatchObject({ message: '/keyword gooseneck kettle' }),
    )
    await waitFor(() => expect(screen.getAllByText('Looked up.')).toHaveLength(2))
    await user.type(field, '/earnings ')
    await user.click(await screen.findByRole('option', { name: /Kettle Times/ }))
    expect(field).toHaveValue('/earnings kt ')
    await user.click(await screen.findByRole('option', { name: /12 weeks/ }))
    await waitFor(() =>
      expect(server.sent(SEND).at(-1)?.json).toMatchObject({ message: '/earnings kt 12 weeks' }),
    )
  })
})
