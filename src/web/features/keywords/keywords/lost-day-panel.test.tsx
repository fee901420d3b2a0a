import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { KeywordRow, Moves } from '#shared/features/keywords/keywords/contract.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { anArticle } from '#web/testing/articles.ts'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { HEALTH, person } from '#web/testing/people.ts'
import { aProduct } from '#web/testing/product-library.ts'

const today = dayAt(new Date(), HEALTH.time_zone)
const earlier = (days: number) => plusDays(today, -days)
const yesterday = earlier(1)
const OURS_ON = earlier(3)
const MOVES: Moves = {
  since: yesterday,
  visited_at: null,
  tracked: 2,
  collected: 2,
  held: 0,
  lost: 2,
  won: 0,
  articles: null,
  collecting: null,
}

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords/moves', { body: MOVES })
})
afterEach(() => server.close())

const open = (permissions = person('opm').permissions) =>
  openAs(server, 'opm', '/keywords?tracked=true&sort=moved', { permissions })

const row = (over: Partial<KeywordRow>): KeywordRow => ({
  ...KEYWORD,
  history: 'lww',
  last_result: { day: today, publisher: 'Nookwise', is_winning: false },
  ...over,
})
const item = (asin: string, name: string) => ({ asin, name, award: '', blurb: '' })
const story = (publisher: string, items: object[]) => ({
  stat_id: 3,
  publisher,
  parsed_data: { title: `By ${publisher}`, publishedDate: null, fullArticleUrl: null, items },
})

it('the first row is open at the lost day, with their recommendations, our gaps, and a request for an update', async () => {
  const lost = row({ sites: [{ site_id: 9, display_name: 'Hearthside', logo_url: '/logo.svg' }] })
  server.answer('GET /api/keywords', { body: { meta: { total: 1, is_more: false }, data: [lost] } })
  server.answer('GET /api/keywords/5', { body: lost })
  const theirs = story('Nookwise', [item('B1', 'Kettle One'), item('B2', 'Kettle Two')])
  const stat = { ...theirs, keyword_id: 5, created_at: today, is_winning: false }
  server.answer('GET /api/stats', { body: [stat] })
  server.answer('GET /api/stats/find', { body: story('Hearthside', [item('B2', 'Kettle Two')]) })
  server.answer('GET /api/products', { body: { nodes: [], totalCount: 0, is_more: false, stocks: null } })
  server.answer('POST /api/comparison/updates', { status: 201, body: { article_id: 77 } })
  open()
  const user = userEvent.setup()
  expect(await screen.findByRole('tab', { name: 'Lost day' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByText('lost today after 2 days')).toBeInTheDocument()
  const missing = (await screen.findByText('Kettle One')).closest('li')
  expect(missing).toHaveTextContent('not in ours')
  expect(screen.getByText('ours 1')).toBeInTheDocument()
  expect(screen.getByText('1 of their 2 products is not in ours.')).toBeInTheDocument()
  const update = screen.getByRole('button', { name: 'Request update' })
  await waitFor(() => expect(update).toBeEnabled())
  await user.click(update)
  await waitFor(() => expect(server.sent('POST /api/comparison/updates')).toHaveLength(1))
  expect(server.sent('POST /api/comparison/updates')[0]?.json).toMatchObject({
    keyword_id: 5,
    site_id: 9,
    gaps: [{ kind: 'product', text: 'B1 Kettle One' }],
  })
})

it('if our article has an open update, a lost day says so, links to it and does not suggest another', async () => {
  answerLostDays()
  const begun = { article_id: 61, title: 'Kettles, revised', status: 'requested', site_id: 9 }
  const others = [
    { article_id: 62, title: 'Kettles of old', status: 'published', site_id: 9 },
    { article_id: 63, title: 'Kettles of others', status: 'requested', site_id: 8 },
  ]
  const lost = row({
    sites: [{ site_id: 9, display_name: 'Hearthside', logo_url: '/logo.svg' }],
    articles: [begun, ...others],
  })
  server.answer('GET /api/keywords/5', { body: lost })
  open()
  await requested()
  const onTheirWay = within(await screen.findByRole('region', { name: 'Update in progress' }))
  expect(onTheirWay.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Kettles, revisedRequested',
  ])
  expect(onTheirWay.getByRole('link', { name: begun.title })).toHaveAttribute('href', '/articles/61')
  const another = screen.getByRole('button', { name: 'Request update' })
  expect(another).not.toHaveClass('btn-primary')
  expect(another).toBeEnabled()
})

it.each([
  [['B1', 'B2'], true],
  [['B1', 'B7'], false],
])(
  'a lost day is resolved once the published update has everything that our article lacked (%j: %s)',
  async (asins, isAnswered) => {
    answerLostDays()
    const out = { article_id: 61, title: 'Kettles, revised', status: 'published' as const, site_id: 9 }
    const lost = row({
      sites: [{ site_id: 9, display_name: 'Hearthside', logo_url: '/logo.svg' }],
      articles: [out],
    })
    server.answer('GET /api/keywords/5', { body: lost })
    const products = asins.map((asin, at) => ({
      product_id: at + 1,
      asin,
      name: 'Kettle',
      award: '',
      summary: null,
    }))
    server.answer('GET /api/articles/61', { body: anArticle({ ...out, products }) })
    open()
    await requested()
    await waitFor(() => expect(server.sent('GET /api/articles/61')).toHaveLength(1))
    const update = screen.getByRole('button', { name: 'Request update' })
    if (isAnswered) {
      const answered = within(await screen.findByRole('region', { name: /^Done/ }))
      expect(answered.getByRole('link', { name: out.title })).toHaveAttribute('href', '/articles/61')
    } else expect(screen.queryByRole('region', { name: /^Done/ })).toBeNull()
    expect(update.classList.contains('btn-primary')).toBe(!isAnswered)
  },
)

it('the products of both stories of a lost day have their pictures, as in the shop', async () => {
  answerLostDays()
  const picture = 'https://pictures.example/two.jpg'
  server.answer('GET /api/products/preview', { body: [{ asin: 'B000000002', image_url: picture }] })
  open()
  const lineOf = (name: string) => screen.getByText(name).closest('li')
  await screen.findByText('Kettle Two')
  await waitFor(() => expect(lineOf('Kettle Two')?.querySelector('img')).toHaveAttribute('src', picture))
  expect(lineOf(`Kettle of ${today}`)?.querySelector('img')).toBeNull()
})

/** Two keywords that Nookwise held for three days, and ours the day before, with another story. */
function answerLostDays() {
  const sites = [{ site_id: 9, display_name: 'Hearthside', logo_url: '/images/h.png' }]
  const lost = [
    row({ history: 'lllw', sites }),
    row({ keyword_id: 6, keyword: 'quiet fan', history: 'lllw', sites }),
  ]
  server.answer('GET /api/keywords', { body: { meta: { total: 2, is_more: false }, data: lost } })
  for (const each of lost) server.answer(`GET /api/keywords/${each.keyword_id}`, { body: each })
  server.answer('GET /api/stats', ({ search }) => ({ body: [statOf(search)] }))
  server.answer('GET /api/stats/find', ({ search }) => {
    const isOlder = (new URLSearchParams(search).get('until') ?? today) < yesterday
    const [asin, name] = isOlder ? ['B000000007', 'Kettle of old'] : ['B000000002', 'Kettle Two']
    return { body: story('Hearthside', [item(asin, name)]) }
  })
  answerProducts({ in_stock: 'OUT_OF_STOCK', lastStock: outSince(yesterday) })
}
const outSince = (day: string) => ({ stock: 'OUT_OF_STOCK' as const, created_at: `${day}T12:00:00.000Z` })

/** The library's data about our product, and about another one that the same search finds first. */
function answerProducts(known: Parameters<typeof aProduct>[1]) {
  const nodes = [aProduct(3, { asin: 'B0000000021' }), aProduct(1, { asin: 'B000000002', ...known })]
  server.answer('GET /api/products', { body: { nodes, totalCount: 2, is_more: false, stocks: null } })
}

function statOf(search: string) {
  const asked = new URLSearchParams(search)
  const day = asked.get('from') ?? ''
  const told = story(day === OURS_ON ? 'Hearthside' : 'Nookwise', [
    item('B1', `Kettle of ${day}`),
    item('B2', 'Kettle Three'),
  ])
  return {
    ...told,
    keyword_id: Number(asked.get('keyword_id')),
    created_at: day,
    is_winning: day === OURS_ON,
  }
}

/** Letters only act while the focus is in the row or the panel of the lost day. */
const focusLostDay = () => screen.getByRole('button', { name: 'The day before' }).focus()
async function openOnLostDay() {
  open()
  await screen.findByText(`Kettle of ${today}`)
  focusLostDay()
  return userEvent.setup()
}
const causes = () =>
  within(screen.getByRole('list', { name: 'Likely causes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const lacks = (day: string) => `Their first product, Kettle of ${day}, isn’t in our article.`
const FEWER = 'Ours has 1 product, theirs 2.'

it('a lost day names its two likeliest causes: our products that were out of stock that day, and their products that our story lacked', async () => {
  answerLostDays()
  open()
  const user = userEvent.setup()
  const isOut = `Our first product, Kettle Two, has been out of stock since ${yesterday}.`
  await screen.findByText(`Kettle of ${today}`)
  focusLostDay()
  await waitFor(() => expect(causes()).toEqual([isOut, lacks(today)]))
  await user.keyboard('[[')
  await screen.findByText(`Kettle of ${yesterday}`)
  expect(causes()).toEqual([isOut, lacks(yesterday)])
  await user.keyboard('[[')
  await screen.findByText(`Kettle of ${earlier(2)}`)
  expect(screen.getByText('Kettle of old')).toBeInTheDocument()
  expect(screen.queryByText('Kettle Two')).toBeNull()
  expect(causes()).toEqual([lacks(earlier(2)), FEWER])
  const asked = () =>
    server.sent('GET /api/products').map(({ search }) => new URLSearchParams(search).get('query'))
  await waitFor(() => expect(asked()).toEqual(['B000000002', 'B000000007']))
})

it.each<[string, Parameters<typeof aProduct>[1]]>([
  ['went out later', { in_stock: 'OUT_OF_STOCK', lastStock: outSince(today) }],
  ['has been out of stock for an unknown time', { in_stock: 'OUT_OF_STOCK', lastStock: null }],
])('our product that %s is no cause of an earlier lost day', async (_, known) => {
  answerLostDays()
  answerProducts(known)
  const user = await openOnLostDay()
  await waitFor(() => expect(causes()[0]).toContain('Our first product, Kettle Two,'))
  await user.keyboard('[[')
  await screen.findByText(`Kettle of ${yesterday}`)
  expect(causes()).toEqual([lacks(yesterday), FEWER])
})

it('the library is not queried about our product for users who may not see it', async () => {
  answerLostDays()
  open(person('opm').permissions.filter((name) => name !== 'ManageProducts'))
  const user = userEvent.setup()
  for (const day of [today, yesterday]) {
    await screen.findByText(`Kettle of ${day}`)
    expect(causes()).toEqual([lacks(day), FEWER])
    focusLostDay()
    await user.keyboard('[[')
  }
  await screen.findByText(`Kettle of ${earlier(2)}`)
  expect(server.sent('GET /api/products')).toEqual([])
})

const shownDays = () =>
  screen
    .getAllByRole('button', { name: 'The day before' })
    .map(({ nextElementSibling }) => nextElementSibling?.textContent)
const updates = () => server.sent('POST /api/comparison/updates')
/** Answers the question that `U` asks. */
async function agree(user: ReturnType<typeof userEvent.setup>) {
  const question = await screen.findByRole('dialog', { name: 'Request an update?' })
  expect(updates()).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Request update' }))
}
const requested = async () => {
  const update = await screen.findByRole('button', { name: 'Request update' })
  await waitFor(() => expect(update).toBeEnabled())
  return update
}

it('[ and ] move from a lost day to the days around it, up to a day that we held, and U requests the update of the shown day after a question', async () => {
  answerLostDays()
  server.answer('POST /api/comparison/updates', { status: 201, body: { article_id: 77 } })
  const user = await openOnLostDay()
  expect(screen.getByRole('button', { name: 'The day after' })).toBeDisabled()
  await user.keyboard('[[[[[[')
  expect(await screen.findByText('We won that day: Hearthside held it.')).toBeInTheDocument()
  await user.keyboard(']]')
  expect(await screen.findByText(`Kettle of ${yesterday}`)).toBeInTheDocument()
  await requested()
  await user.keyboard('u')
  await agree(user)
  await waitFor(() => expect(updates()).toHaveLength(1))
  expect(updates()[0]?.json).toMatchObject({
    keyword_id: 5,
    gaps: [{ text: `B1 Kettle of ${yesterday}` }, {}],
  })
})

it('keys do nothing on a lost day while the user types, has a dialog open, or holds other keys down', async () => {
  answerLostDays()
  open()
  const user = userEvent.setup()
  await screen.findByText(`Kettle of ${today}`)
  await requested()
  const search = screen.getByLabelText('Search Already Used Keywords')
  await user.type(search, 'u[[')
  // The letters must be in the field: as shortcuts they would not have been typed.
  await waitFor(() => expect(new URLSearchParams(location.search).get('keyword')).toBe('u['))
  await user.clear(search)
  await waitFor(() => expect(location.search).not.toContain('keyword='))
  await screen.findByText(`Kettle of ${today}`)
  focusLostDay()
  await user.keyboard('{Control>}[[{/Control}{Alt>}[[{/Alt}{Meta>}[[{/Meta}')
  expect(shownDays()).toEqual([today])
  await user.keyboard('?')
  await screen.findByRole('dialog')
  await user.keyboard('[[')
  expect(shownDays()).toEqual([today])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // On keyboards where a bracket needs AltGr.
  await user.keyboard('{Control>}{Alt>}[[{/Alt}{/Control}')
  expect(shownDays()).toEqual([yesterday])
  expect(updates()).toEqual([])
})

it('letters act on the lost day of the focused row, and on none while the focus is elsewhere', async () => {
  answerLostDays()
  open()
  const user = userEvent.setup()
  await screen.findByText(`Kettle of ${today}`)
  const folded = screen.getByRole('button', { name: 'Show details' })
  folded.focus()
  await user.keyboard('[[')
  expect(shownDays()).toEqual([today])
  await user.click(folded)
  await waitFor(() => expect(shownDays()).toEqual([today, today]))
  await user.keyboard('[[')
  expect(shownDays()).toEqual([today, yesterday])
  await user.click(screen.getByRole('heading', { level: 1 }))
  await user.keyboard('[[[[u')
  expect(shownDays()).toEqual([today, yesterday])
  expect(updates()).toEqual([])
})

it('a day that is still loading shows no other day’s data, and U requests nothing for it', async () => {
  answerLostDays()
  server.answer('POST /api/comparison/updates', { status: 201, body: { article_id: 77 } })
  const read = Promise.withResolvers<void>()
  server.answer('GET /api/stats', async ({ search }) => {
    if (search.includes(`from=${yesterday}`)) await read.promise
    return { body: [statOf(search)] }
  })
  const user = await openOnLostDay()
  await requested()
  await user.keyboard('[[')
  expect(shownDays()).toEqual([yesterday])
  expect(screen.queryByText(`Kettle of ${today}`)).toBeNull()
  await user.keyboard('u')
  read.resolve()
  await screen.findByText(`Kettle of ${yesterday}`)
  await requested()
  await user.keyboard('u')
  await agree(user)
  await waitFor(() => expect(updates().length).toBeGreaterThan(0))
  expect(updates().map(({ json }) => json)).toMatchObject([
    { gaps: [{ text: `B1 Kettle of ${yesterday}` }, {}] },
  ])
})

it('the update of another day is a separate request, even after a failed one', async () => {
  answerLostDays()
  server.answer('POST /api/comparison/updates', { status: 503, body: { message: 'Not now.' } })
  const user = await openOnLostDay()
  const request = async (count: number) => {
    await user.click(await requested())
    await waitFor(() => expect(updates()).toHaveLength(count))
  }
  // Both days are loaded, so one replaces the other at once.
  await user.keyboard('[[')
  await screen.findByText(`Kettle of ${yesterday}`)
  await user.keyboard(']')
  await screen.findByText(`Kettle of ${today}`)
  await request(1)
  await request(2)
  focusLostDay()
  await user.keyboard('[[')
  await screen.findByText(`Kettle of ${yesterday}`)
  await request(3)
  const [first, again, other] = updates().map(({ headers }) => headers['idempotency-key'])
  expect(first).toEqual(expect.any(String))
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

it('a day before we first held the keyword says so and shows no comparison', async () => {
  answerLostDays()
  server.answer('GET /api/stats/find', ({ search }) =>
    search.includes(`until=${today}`)
      ? { body: story('Hearthside', [item('B000000002', 'Kettle Two')]) }
      : { status: 404, body: { message: 'No articles from our sites' } },
  )
  const user = await openOnLostDay()
  await user.keyboard('[[')
  expect(
    await screen.findByText('Nookwise held it. None of our sites had held it before.'),
  ).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Request update' })).toBeNull()
})
