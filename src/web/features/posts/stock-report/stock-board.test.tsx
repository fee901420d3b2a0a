import { DAY_MS } from '#shared/format/duration.ts'
import './stock-report-screen.tsx'
import '../../articles/replacements/replace-panel.tsx'
import '../../articles/replacements/outcome-panel.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browser } from '#web/testing/browser.ts'
import { readFirst } from '#web/testing/held.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { CANDIDATE, GLIDE, OUT, place, post, replacement } from '#web/testing/replacements.ts'

const PRODUCTS = 'GET /api/stocks/oos-products'
const PREPARE = 'POST /api/replacements'
const APPLY = 'POST /api/replacements/7/apply'
const READ = 'GET /api/replacements/7'
const UNDO = 'POST /api/replacements/7/undo'

const row = (id: string, changes = {}) => ({
  ASIN: OUT,
  TITLE: 'Dunlarch V2',
  PERMALINK: `https://hs.example/${id}`,
  POST_ID: id,
  POST_TITLE: `Vacuums ${id}`,
  AVAILABILITY_TYPE: 'OUT_OF_STOCK',
  site: 'hs',
  is_here: false,
  is_article: false,
  update: null,
  edit_url: null,
  product_id: 5,
  image_url: null,
  award: 'Best Overall',
  since: new Date(Date.now() - 38.5 * DAY_MS).toISOString(),
  at_risk: 40,
  is_estimate: false,
  commission: null,
  ...changes,
})
const ROWS = [
  row('1', { is_here: true }),
  row('2', { at_risk: 20, is_estimate: true }),
  ...['3', '4', '5', '6'].map((id) => row(id)),
]
const product = (changes = {}) => ({
  asin: OUT,
  title: 'Dunlarch V2',
  availability_type: 'OUT_OF_STOCK',
  product_id: 5,
  image_url: null,
  since: new Date(Date.now() - 38.5 * DAY_MS).toISOString(),
  posts: 6,
  at_risk: 220,
  is_estimate: true,
  unknown: 0,
  rows: ROWS,
  ...changes,
})
let server: Loopback
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/stats/choices', {
    body: { winners_size: null, surfaces_view: null, oos_group: null },
  })
  server.answer('GET /api/stocks/oos-summary', {
    body: {
      products: 1,
      posts: 6,
      at_risk: 220,
      is_estimate: true,
      unknown: 0,
      new: { products: 0, at_risk: null },
      sites: [],
    },
  })
  server.answer(PRODUCTS, { body: { totalCount: 1, nodes: [product()] } })
  server.answer('GET /api/replacements/back', { body: [] })
  server.answer('GET /api/replacements/candidates', {
    body: { shelf: 'Robot Vacuums', posts: 7, candidates: [CANDIDATE] },
  })
})
afterEach(() => server.close())

it('a product with unknown earnings shows its commission per sale on the board too', async () => {
  const COMMISSION = { category: 'Kettles', percent: 4.5, per_sale: 3.6 }
  const untold = { at_risk: null, is_estimate: false }
  server.answer(PRODUCTS, {
    body: {
      totalCount: 2,
      nodes: [
        product(),
        product({
          ...untold,
          asin: GLIDE,
          unknown: 1,
          rows: [row('9', { ...untold, commission: COMMISSION })],
        }),
      ],
    },
  })
  openAs(server, 'opm', '/reports/oos?group=product')
  const line = within((await screen.findByText(GLIDE)).closest('tr') ?? document.body)
  expect(line.getByText('≈ $3.60 a sale')).toBeInTheDocument()
  expect(screen.getAllByText(/a sale$/)).toHaveLength(1)
})

it('the product with the highest loss opens to its posts: the first five, then all, with estimates marked', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/reports/oos?group=product')
  const name = await screen.findByText('Dunlarch V2')
  const line = within(name.closest('tr') as HTMLElement)
  for (const text of ['6 posts', '38 days', 'Out of Stock', '$220.00'])
    expect(line.getByText(new RegExp(text.replace('$', '\\$')))).toBeInTheDocument()
  expect(line.getAllByText('estimated')).toHaveLength(1)
  await user.click(line.getByRole('button', { name: 'Show details' }))
  const posts = within(screen.getByRole('list', { name: 'Posts that recommend Dunlarch V2' }))
  expect(posts.getAllByRole('listitem')).toHaveLength(5)
  expect(posts.getAllByText('estimated')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '1 more post' }))
  expect(posts.getAllByRole('listitem')).toHaveLength(6)
})

it('replaces where there is no objection, shows one difference after the other, and only once the button is pressed', async () => {
  const doubtful = place(3, {
    is_fitting: false,
    award: 'Lightest',
    doubt: 'Not verified: “Lightest”.',
  })
  const blocked = place(4, {
    state: 'blocked',
    reason: 'Only its requester can change it.',
    status: 'returned',
  })
  const moving = place(2, {
    mode: 'moveUp',
    moves_from: 'Runner-Up',
    status: 'published',
    mentions: ['title'],
  })
  server.answer(PREPARE, { status: 201, body: replacement([place(1), moving, doubtful, blocked]) })
  const applying = { state: 'applying', undo: { state: 'running', days_left: null } }
  server.answer(APPLY, { body: replacement([place(1, { state: 'waiting' })], applying) })
  server.answer(READ, {
    body: replacement(
      [
        place(1, { state: 'done', result_id: 10 }),
        place(2, { state: 'failed', reason: 'Couldn’t save it.' }),
        place(3, { state: 'left' }),
      ],
      {
        state: 'applied',
        drafted: 1,
        places: { done: 1, failed: 1, left: 1 },
        undo: { state: 'open', days_left: 30 },
      },
    ),
  })
  const user = userEvent.setup()
  openAs(server, 'opm', '/reports/oos?group=product')
  await user.click(await screen.findByRole('button', { name: 'Replace Dunlarch V2' }))
  const panel = within(await screen.findByRole('complementary', { name: 'Replace everywhere' }))
  const option = await panel.findByRole('radio', { name: /Fennaway Glide/ })
  expect(panel.getByText('Used in 3 of the 7 posts; it will move up')).toBeInTheDocument()
  expect(server.sent(PREPARE)).toHaveLength(0)
  await user.click(option)
  expect(await panel.findByRole('checkbox', { name: 'Article 1' })).toBeChecked()
  expect(server.sent(PREPARE)[0]?.json).toEqual({ asin: OUT, replacement: GLIDE })
  expect(panel.getByRole('checkbox', { name: 'Article 3' })).not.toBeChecked()
  expect(panel.getByText('Not verified: “Lightest”.')).toBeInTheDocument()
  expect(panel.queryByRole('checkbox', { name: 'Article 4' })).toBeNull()
  expect(panel.getByText('Only its requester can change it.')).toBeInTheDocument()
  expect(panel.getByText('article 1 of 2')).toBeInTheDocument()
  await user.click(panel.getByRole('button', { name: 'Next' }))
  expect(panel.getByText('Already in this post as Runner-Up; it moves up with its text.')).toBeInTheDocument()
  expect(panel.getByText(/Also mentioned in the title/)).toBeInTheDocument()
  await user.click(panel.getByRole('button', { name: 'Draft 2 updates' }))
  expect(await screen.findByText('1 drafted, 1 failed')).toBeInTheDocument()
  expect(screen.getByText(/Readers still see the old product/)).toBeInTheDocument()
  expect(server.sent(APPLY)[0]?.json).toEqual({ places: [1, 2], accepted: [], answers: [] })
  expect(window.location.search).toContain('replacement=7')
  const outcome = within(screen.getByRole('complementary', { name: 'Dunlarch V2 → Fennaway Glide' }))
  expect(outcome.getByText('Couldn’t save it.')).toBeInTheDocument()
  expect(outcome.getByText('30 days left')).toBeInTheDocument()
  server.answer(UNDO, {
    body: replacement([], { state: 'undoing', undo: { state: 'running', days_left: null } }),
  })
  await readFirst()
  await user.click(outcome.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.sent(UNDO)).toHaveLength(1))
})

it('warns that live posts change at once even before the first is ticked, and expands a few others', async () => {
  const live = post(2, { way: 'live', is_fitting: false, mentions: [], claims: [] })
  const blocked = [3, 4, 5].map((id) => place(id, { state: 'blocked', reason: 'It is too long.' }))
  server.answer(PREPARE, { status: 201, body: replacement([live, ...blocked]) })
  openAs(server, 'qa', '/reports/oos?group=product')
  await userEvent.click(await screen.findByRole('button', { name: 'Replace Dunlarch V2' }))
  const panel = within(await screen.findByRole('complementary', { name: 'Replace everywhere' }))
  await userEvent.click(await panel.findByRole('radio', { name: /Fennaway Glide/ }))
  expect(await panel.findByText('Live posts change right away. You can undo for 30 days.')).toBeVisible()
  expect(panel.getByRole('button', { name: 'Change 0 live posts' })).toBeDisabled()
  for (const reason of panel.getAllByText('It is too long.')) expect(reason).toBeVisible()
})

it('shows a colleague’s replacement without Undo, which belongs to the colleague', async () => {
  server.answer(READ, {
    body: replacement([place(1, { state: 'done' }), place(2, { state: 'failed' })], {
      state: 'applied',
      user: { id: 99, first_name: 'Quinn', last_name: 'Adams' },
      places: { done: 1, failed: 1 },
      undo: { state: 'open', days_left: 30 },
    }),
  })
  openAs(server, 'adm', '/reports/oos?group=product&replacement=7')
  const outcome = within(await screen.findByRole('complementary', { name: 'Dunlarch V2 → Fennaway Glide' }))
  expect(outcome.getByText('30 days left')).toBeInTheDocument()
  expect(outcome.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(outcome.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('an undo moves the focus from its button to the title, and reads the board again', async () => {
  const applied = { state: 'applied', places: { done: 1 }, undo: { state: 'open', days_left: 30 } }
  const ended = Promise.withResolvers<void>()
  const running = {
    state: 'undoing',
    places: { 'taking-back': 1 },
    undo: { state: 'running', days_left: null },
  }
  const undone = { state: 'undone', places: { undone: 1 }, undo: { state: 'undone', days_left: null } }
  server.answer(READ, { body: replacement([place(1, { state: 'done' })], applied) })
  openAs(server, 'opm', '/reports/oos?group=product&replacement=7')
  const name = 'Dunlarch V2 → Fennaway Glide'
  const outcome = within(await screen.findByRole('complementary', { name }))
  await screen.findByRole('button', { name: 'Replace Dunlarch V2' })
  server.answer(UNDO, { body: replacement([place(1, { state: 'taking-back' })], running) })
  server.answer(READ, async () => {
    await ended.promise
    return { body: replacement([place(1, { state: 'undone' })], undone) }
  })
  await readFirst()
  await userEvent.click(outcome.getByRole('button', { name: 'Undo' }))
  expect(await outcome.findByText('You can close this; it keeps going.')).toBeVisible()
  await waitFor(() => expect(outcome.getByRole('heading', { name })).toHaveFocus())
  const before = server.sent(PRODUCTS).length
  ended.resolve()
  expect(await outcome.findByText('Undone')).toBeVisible()
  await waitFor(() => expect(server.sent(PRODUCTS).length).toBeGreaterThan(before))
  expect(outcome.getByRole('heading', { name })).toHaveFocus()
})

it('says that no product of the category is in stock, and offers the search', async () => {
  server.answer('GET /api/replacements/candidates', { body: { shelf: null, posts: 7, candidates: [] } })
  openAs(server, 'opm', `/reports/oos?group=product&replace=${OUT}`)
  expect(await screen.findByText('Nothing similar is in stock. Search for one.')).toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'Find a product' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Replace in/ })).toBeNull()
})

it('offers to restore a product that is available again, and asks first', async () => {
  const back = replacement([], {
    state: 'applied',
    is_back: true,
    places: { done: 3 },
    drafted: 2,
    requests: { open: 1, closed: 0 },
    undo: { state: 'open', days_left: 12 },
  })
  const { list: _list, ...shown } = back
  server.answer('GET /api/replacements/back', { body: [shown] })
  server.answer(UNDO, { body: replacement([], { state: 'undoing' }) })
  server.answer(READ, {
    body: replacement([], {
      state: 'undone',
      places: { undone: 3 },
      undo: { state: 'undone', days_left: null },
    }),
  })
  const user = userEvent.setup()
  openAs(server, 'opm', '/reports/oos?group=product')
  const notes = within(await screen.findByRole('region', { name: 'Back in stock' }))
  expect(notes.getByText('Dunlarch V2 is back in stock.')).toBeInTheDocument()
  expect(
    notes.getByText('Replaced with Fennaway Glide: 2 drafted (1 to edit on its site), 1 changed.'),
  ).toBeInTheDocument()
  await user.click(notes.getByRole('button', { name: 'Put it back' }))
  expect(await screen.findByText('Put Dunlarch V2 back in 3 places?')).toBeInTheDocument()
  expect(server.sent(UNDO)).toHaveLength(0)
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Put it back' }))
  expect(await screen.findByText('3 undone')).toBeInTheDocument()
})
