// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './comparison-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScannedArticle } from '#shared/features/articles/comparison/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback

const THEIRS = 'https://www.amazon.com/ospublishing/story/theirs'
const OURS = 'https://www.amazon.com/ospublishing/story/ours'

const product = (asin: string, name: string) => ({
  asin,
  name,
  image: null,
  award: 'Best Overall',
  offerBy: null,
  offerAward: null,
  highlight: null,
  price: 20,
  priceLimit: 30,
  oldPrice: null,
  oos: null,
  rate: null,
  totalRatings: null,
})

const story = (url: string, values: Partial<ScannedArticle>): ScannedArticle => ({
  title: 'Kettles',
  url,
  image: null,
  writer: null,
  writerIcon: null,
  updatedAt: null,
  heroText: 'Steam and patience.',
  products: [],
  keywords: [],
  content: [],
  ...values,
})

const theirs = story(THEIRS, {
  title: 'The winner’s kettles',
  updatedAt: '2026-11-10T00:00:00.000Z',
  products: [product('B0KETTLE01', 'Pourwell'), product('B0KETTLE02', 'Simmer')],
  keywords: [{ keyword: 'best kettle', keyword_id: 5, is_tracked: true }],
  content: [
    { type: 'h1', value: 'The winner’s kettles' },
    { type: 'p', value: 'steam steam steam steam steam steam the the the the the the' },
    { type: 'figure', value: 'A kettle on a stove' },
    { type: 'h2', value: 'How we tested' },
    { type: 'b', value: 'Quiet' },
  ],
})
const ours = story(OURS, { title: 'Our kettles', products: [product('B0KETTLE01', 'Pourwell')] })

const stat = (url: string | null) => ({
  stat_id: 9,
  keyword_id: 5,
  created_at: '2026-11-20',
  publisher: 'The Proof Kitchen',
  is_winning: false,
  parsed_data: { title: 'x', publishedDate: null, fullArticleUrl: url, items: [] },
})

const site = {
  site_id: 2,
  code: 'ok',
  display_name: 'Open Kitchen',
  normalized_name: 'ok',
  logo_url: '/x',
  url: '',
}

const keyword = {
  keyword_id: 5,
  keyword: 'best kettle',
  is_tracked: true,
  created_at: '2026-01-01T00:00:00.000Z',
  tags: [],
  sites: [site],
  articles: [],
  comments: 0,
  last_result: null,
  winning_percentage: null,
}

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [site] })
  server.answer('GET /api/tags', { body: [] })
  server.answer('GET /api/keywords', { body: { meta: { total: 0, is_more: false }, data: [] } })
  server.answer('GET /api/keywords/5', { body: keyword })
  server.answer('GET /api/stats/9', { body: stat(THEIRS) })
  server.answer('GET /api/stats/find', {
    body: { stat_id: 8, publisher: 'Open Kitchen', parsed_data: stat(OURS).parsed_data },
  })
  server.answer('GET /api/comparison/excluded-words', { body: ['the'] })
  server.answer('PATCH /api/comparison/scan', ({ json }) => ({
    body: (json as { url: string }).url === THEIRS ? theirs : ours,
  }))
})
afterEach(() => server.close())

const open = (role: 'opm' | 'adm' | 'wrt' = 'opm', permissions?: string[]) =>
  openAs(server, role, '/keywords?compare=9', permissions ? { permissions: permissions as never } : {})
async function openQuestion() {
  const title = await screen.findByText('Do you want to add a new one?')
  return within(title.closest<HTMLElement>('[role="dialog"]') ?? document.body)
}
const category = (name: string) => screen.findByRole('region', { name })

describe('Article Comparison', () => {
  it('shows the winner’s article beside ours, found through the stat of the keyword [CMP-001] [CMP-002] [CMP-017] [CMP-032] [CMP-033]', async () => {
    open()
    expect(await screen.findByRole('dialog', { name: /Article Comparison/ })).toBeInTheDocument()
    expect(await screen.findByText('The winner’s kettles', { selector: 'a' })).toBeInTheDocument()
    expect(screen.getByText('Our kettles', { selector: 'a' })).toBeInTheDocument()
    expect(server.sent('GET /api/stats/find')[0]?.search).toBe('?keyword=5')
    const scans = server.sent('PATCH /api/comparison/scan')
    expect(scans.map(({ json }) => json)).toEqual(expect.arrayContaining([{ url: THEIRS }, { url: OURS }]))
  })

  it.each([
    ['UPDATED', '2026-11-10', '[CMP-003]'],
    ['HERO TEXT', '19 characters', '[CMP-004]'],
    ['PRODUCTS', '2 products', '[CMP-005]'],
    ['KEYWORDS', 'best kettle', '[CMP-006]'],
    ['WORDS', 'steam', '[CMP-007]'],
    ['PARAGRAPHS', '1 paragraph', '[CMP-008]'],
    ['FIGURES', 'A kettle on a stove', '[CMP-009]'],
    ['TITLES / SUBTITLE', 'How we tested', '[CMP-010]'],
    ['BOLD CONTENT', 'Quiet', '[CMP-011]'],
  ])('has the category %s, which says %s %s', async (name, words) => {
    open()
    expect(within(await category(name)).getAllByText(words)[0]).toBeInTheDocument()
  })

  it('leaves out excluded words, and averages prices and price limits [CMP-014] [CMP-025]', async () => {
    open()
    expect(within(await category('WORDS')).queryByText('the')).toBeNull()
    expect(within(await category('PRODUCTS')).getAllByText(/\$25\.00 \(\$20\.00 to \$30\.00\)/)).toHaveLength(
      3,
    )
  })

  it('says that our article is missing [CMP-018]', async () => {
    server.answer('GET /api/stats/find', { status: 404, body: { message: 'Stat not found.' } })
    open()
    expect(await screen.findByText('No articles from our sites')).toBeInTheDocument()
    const link = screen.getByRole('link', { name: 'Request an article' })
    expect(link).toHaveAttribute('href', '/keywords?request=5')
  })

  it('leads users who may not request an article to the keyword’s comments, and says who may', async () => {
    server.answer('GET /api/stats/find', { status: 404, body: { message: 'Stat not found.' } })
    open('opm', ['ViewKeywords'])
    expect(await screen.findByText('No articles from our sites')).toBeInTheDocument()
    expect(screen.getByText(/^You can’t request articles/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Comment on the keyword' })).toHaveAttribute(
      'href',
      '/keywords?keyword_id=5&comments=1',
    )
    expect(screen.queryByRole('link', { name: 'Request an article' })).toBeNull()
  })

  it('shows why a scan failed, and the article’s address [CMP-021] [CMP-022]', async () => {
    server.answer('PATCH /api/comparison/scan', ({ json }) =>
      (json as { url: string }).url === THEIRS
        ? { status: 422, body: { statusCode: 422, error: 'x', message: 'Article Unavailable' } }
        : { body: ours },
    )
    open()
    expect(await screen.findByText('Article Unavailable')).toBeInTheDocument()
    const link = screen.getByRole('link', { name: /Click here to open the Amazon URL/ })
    expect(link).toHaveAttribute('href', THEIRS)
    await waitFor(() => expect(server.sent('PATCH /api/comparison/scan')).toHaveLength(2))
  })

  it('creates a draft from the ticked differences, and opens it', async () => {
    server.answer('POST /api/comparison/updates', { status: 201, body: { article_id: 61 } })
    const person = userEvent.setup()
    open()
    await person.click(await screen.findByRole('checkbox', { name: 'B0KETTLE02 Simmer' }))
    await person.click(screen.getByRole('checkbox', { name: /How we tested/ }))
    expect(screen.getByText('2 of 6 differences ticked')).toBeInTheDocument()
    const create = screen.getByRole('button', { name: 'Create update' })
    await waitFor(() => expect(create).toBeEnabled())
    await person.click(create)
    await waitFor(() => expect(server.sent('POST /api/comparison/updates')).toHaveLength(1))
    expect(server.sent('POST /api/comparison/updates')[0]?.json).toEqual({
      keyword_id: 5,
      site_id: 2,
      title: 'Our kettles',
      url: THEIRS,
      their_title: 'The winner’s kettles',
      ours: { title: 'Our kettles', url: OURS },
      gaps: [
        { kind: 'product', text: 'B0KETTLE02 Simmer' },
        { kind: 'heading', text: 'How we tested' },
      ],
    })
    expect(server.sent('POST /api/comparison/updates')[0]?.headers['idempotency-key']).toMatch(/^\w{32}$/)
    await waitFor(() => expect(window.location.href).toMatch(/\/articles\/pending\?edit=61/))
  })

  it('asks before a second update for the same site, and names the open one', async () => {
    server.answer('GET /api/keywords/5', {
      body: {
        ...keyword,
        articles: [
          { article_id: 4, title: 'Elsewhere', status: 'draft', site_id: 3 },
          { article_id: 3, title: 'Long done', status: 'published', site_id: 2 },
          { article_id: 2, title: 'Our old kettles', status: 'draft', site_id: 2 },
        ],
      },
    })
    server.answer('POST /api/comparison/updates', { status: 201, body: { article_id: 61 } })
    const person = userEvent.setup()
    open()
    await person.click(await screen.findByRole('checkbox', { name: /How we tested/ }))
    const create = screen.getByRole('button', { name: 'Create update' })
    await waitFor(() => expect(create).toBeEnabled())
    await person.click(create)
    const question = await openQuestion()
    expect(
      question.getByText('“Our old kettles” is already in progress for this keyword and site.'),
    ).toBeInTheDocument()
    await person.click(question.getByRole('button', { name: 'No' }))
    expect(server.sent('POST /api/comparison/updates')).toEqual([])
    await waitFor(() => expect(create).toBeEnabled())
    await person.click(create)
    const again = await openQuestion()
    await person.click(again.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(window.location.href).toMatch(/\/articles\/pending\?edit=61/))
  })

  it('names the site of our article, and is for that site', async () => {
    const other = { ...site, site_id: 4, code: 'hs', display_name: 'Hearthside' }
    server.answer('GET /api/sites', { body: [site, other] })
    server.answer('GET /api/stats/find', {
      body: { stat_id: 8, publisher: 'Hearthside', parsed_data: stat(OURS).parsed_data },
    })
    open()
    expect(await screen.findByText('Hearthside (ours)')).toBeInTheDocument()
    await waitFor(() => expect(document.querySelector('.update-site')).toHaveTextContent('Hearthside'))
  })

  it('asks before ticked differences are lost', async () => {
    const person = userEvent.setup()
    open()
    await person.click(await screen.findByRole('checkbox', { name: /How we tested/ }))
    await person.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
    expect(await screen.findByText('Discard your changes?')).toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByText('1 of 6 differences ticked')).toBeInTheDocument()
  })

  it('has no checkboxes for users who may not create articles', async () => {
    open('opm', ['ViewKeywords'])
    await category('PRODUCTS')
    expect(screen.queryByRole('checkbox', { name: /Simmer/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Create update' })).toBeNull()
  })
})

describe('the exclusion list', () => {
  async function openList(role: 'opm' | 'adm') {
    const person = userEvent.setup()
    open(role)
    await person.click(within(await category('WORDS')).getByRole('button', { name: 'Exclusion List' }))
    const title = await screen.findByText('Exclusion List', { selector: '.ant-modal-title' })
    return { person, list: within(title.closest<HTMLElement>('[role="dialog"]') ?? document.body) }
  }

  it('opens from the WORDS row, and is read-only without ManageExcludedWords [CMP-012] [CMP-016]', async () => {
    const { list } = await openList('opm')
    expect(list.getByText('the')).toBeInTheDocument()
    expect(list.getByText(/Only people who manage excluded words can change it/)).toBeInTheDocument()
    expect(list.queryByRole('textbox')).toBeNull()
    expect(list.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('is saved with ManageExcludedWords, and the comparison follows', async () => {
    server.answer('PUT /api/comparison/excluded-words', ({ json }) => ({
      body: (json as { content: string[] }).content,
    }))
    const { person, list } = await openList('adm')
    await person.type(list.getByRole('textbox'), '\nSteam')
    await person.click(list.getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(within(await category('WORDS')).queryByText('steam')).toBeNull())
    expect(server.sent('PUT /api/comparison/excluded-words')[0]?.json).toEqual({
      content: ['steam', 'the'],
      base: ['the'],
    })
  })

  it('takes one word per line, and reports an invalid one', async () => {
    const { person, list } = await openList('adm')
    expect(list.getByText('1 word')).toBeInTheDocument()
    const field = list.getByRole('textbox')
    for (const [typed, fault] of [
      ['two words', '“two words”'],
      ['<script>', '“<script>”'],
      ['x', '“x”'],
    ] as const) {
      await person.clear(field)
      await person.type(field, typed)
      expect(await list.findByRole('alert')).toHaveTextContent(`${fault} must be a single word`)
      expect(list.getByRole('button', { name: 'Save' })).toBeDisabled()
    }
    await person.clear(field)
    await person.type(field, 'crème')
    expect(list.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  it('reports a failed save [CMP-034]', async () => {
    server.answer('PUT /api/comparison/excluded-words', { status: 400, body: { message: 'Too long' } })
    const { person, list } = await openList('adm')
    await person.type(list.getByRole('textbox'), '\nsteam')
    await person.click(list.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Excluded Words could not be saved.')).toBeInTheDocument()
  })

  it('saved by another user meanwhile gets this user’s changes on top', async () => {
    server.answer('PUT /api/comparison/excluded-words', {
      status: 409,
      body: { statusCode: 409, error: 'x', message: 'Meanwhile', details: { current: ['and', 'the'] } },
    })
    const { person, list } = await openList('adm')
    await person.clear(list.getByRole('textbox'))
    await person.type(list.getByRole('textbox'), 'steam')
    await person.click(list.getByRole('button', { name: 'Save' }))
    expect(await list.findByText('Another user has changed the list')).toBeInTheDocument()
    expect(list.getByRole('textbox')).toHaveValue('and\nsteam')
  })
})
