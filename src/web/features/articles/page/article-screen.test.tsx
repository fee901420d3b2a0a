import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Article } from '#shared/features/articles/contract.ts'
import { anArticle } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback

const PRODUCT = { product_id: 1, asin: 'B0KETTLE02', name: 'Kettle Two', award: 'Best', summary: 'Quiet.' }
const RETURNED = {
  article_return_id: 9,
  user: { id: 2, first_name: 'Dana', last_name: 'Okafor', username: 'dana@copydesk.example' },
  reason: 'Say how you weighed them.',
  created_at: '2026-03-02T00:00:00.000Z',
  answered_at: null,
  complement: null,
  kind: 'return' as const,
}

/** The article, what it was when it was sent back, and who waits beside it. */
function hold(article: Article, before: object | null = null) {
  server.answer('GET /api/articles/5', { body: article })
  server.answer('GET /api/articles/5/changes', {
    body: {
      returned_at: before && RETURNED.created_at,
      changes: before ? [{ field: 'Title', before: 'x', after: 'y' }] : [],
      before,
    },
  })
}

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/articles/5/place', { body: { position: 1, total: 2, before: null, after: 6 } })
  server.answer('GET /api/articles/5/preflight', {
    body: { findings: [], rules: 14, passed: 14, unread: [] },
  })
  server.answer('GET /api/articles/6/place', { body: { position: 1, total: 1, before: null, after: null } })
  server.answer('GET /api/articles/6', { body: anArticle({ article_id: 6, title: 'Toasters' }) })
  server.answer('GET /api/products/preview', { body: [] })
  server.answer('PUT /api/articles/5/claim', { body: {} })
  server.answer('DELETE /api/articles/5/claim', { status: 204 })
})
afterEach(() => server.close())

const BEFORE = {
  title: 'The 9 Best Kettles',
  intro: 'We weighed nine kettles.',
  notes: null,
  image_url: null,
  keywords: ['kettle'],
  products: [{ asin: 'B0KETTLE01', name: 'Kettle Two', award: 'Best', summary: 'Quiet.' }],
  faqs: ['Is it loud?'],
}

describe('the page of an article', () => {
  it('marks in the text what changed since the last return, word by word, and reads either side alone', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(
      anArticle({
        title: 'The Best Kettles',
        intro: 'We weighed seven kettles.',
        products: [PRODUCT],
        faqs: [{ question: 'Is it loud?' }],
        returns: [{ ...RETURNED, answered_at: '2026-03-03T00:00:00.000Z', complement: 'Done.' }],
      }),
      BEFORE,
    )
    const article = await screen.findByRole('article')
    await waitFor(() => expect(article.querySelectorAll('ins, del')).not.toHaveLength(0))
    const marked = (kind: string) =>
      [...article.querySelectorAll(kind)].map((each) => each.textContent?.replace(/^(gone|new): /, ''))
    expect(marked('del')).toEqual(['9 ', 'nine', 'B0KETTLE01'])
    expect(marked('ins')).toEqual(['seven', 'B0KETTLE02'])
    await userEvent.click(screen.getByText('Before'))
    await waitFor(() =>
      expect(within(article).getByRole('heading', { level: 2 })).toHaveTextContent('The 9 Best'),
    )
    expect(article).toHaveTextContent('B0KETTLE01')
    expect(article).not.toHaveTextContent('B0KETTLE02')
    await userEvent.click(screen.getByText('Clean'))
    await waitFor(() => expect(article).toHaveTextContent('We weighed seven kettles.'))
    expect(article.querySelectorAll('ins, del')).toHaveLength(0)
  })

  it('says that nothing was changed where the article came back as it was', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ returns: [RETURNED] }), BEFORE)
    server.answer('GET /api/articles/5/changes', {
      body: { returned_at: RETURNED.created_at, changes: [], before: { ...BEFORE, title: 'Kettles' } },
    })
    expect(await screen.findByText(/Nothing has changed since the return/)).toBeVisible()
  })

  it('shows the product that the shop sells under the ASIN, by the shop’s own name', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ products: [PRODUCT] }))
    const card = { asin: PRODUCT.asin, name: 'Memory Lounger', image_url: '/dog-bed.jpg', price: '$64.99' }
    server.answer('GET /api/products/preview', {
      body: [{ ...card, stock: 'IN_STOCK', as_of: '2026-03-01T00:00:00.000Z', is_stale: false }],
    })
    expect(await screen.findByText('Memory Lounger')).toBeVisible()
    expect(screen.getByRole('img', { name: 'Memory Lounger' })).toHaveAttribute('src', '/dog-bed.jpg')
    expect(screen.getByText('$64.99')).toBeVisible()
  })

  it('says what a changed ASIN stood for and what it stands for now, and who gave no reason for that [U1]', async () => {
    openAs(server, 'qa', '/articles/5')
    const before = { ...BEFORE, title: 'The Best Kettles', intro: null, faqs: [] }
    hold(anArticle({ title: 'The Best Kettles', products: [PRODUCT], returns: [RETURNED] }), before)
    const read = { stock: 'IN_STOCK', as_of: '2026-03-01T00:00:00.000Z', is_stale: false }
    server.answer('GET /api/products/preview', {
      body: [
        { asin: 'B0KETTLE02', name: 'Memory Lounger', brand: 'Pellwick', ...read },
        { asin: 'B0KETTLE01', name: 'Tarnwick Slowpour', ...read },
      ],
    })
    server.answer('GET /api/articles/5/preflight', {
      body: {
        rules: 15,
        passed: 14,
        unread: [],
        stale: [],
        findings: [
          {
            rule: 'other-product',
            level: 'warning',
            needs_reason: true,
            subject: 'B0KETTLE02 kettle two',
            message: 'Product 1: B0KETTLE02 is “Memory Lounger” in the shop.',
            path: 'products.0.name',
            override: null,
            article: null,
          },
        ],
      },
    })
    const article = await screen.findByRole('article')
    await waitFor(() => expect(article).toHaveTextContent('Memory Lounger, by Pellwick'))
    const words = (kind: string) => [...article.querySelectorAll(kind)].map(({ textContent }) => textContent)
    await waitFor(() => expect(words('del').join()).toContain('Tarnwick Slowpour'))
    expect(words('ins').join()).toContain('Memory Lounger')
    expect(await screen.findByText('No reason was given.')).toBeVisible()
  })

  it('puts what preflight found beside the product meant, and takes it into the reason of a return', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ products: [PRODUCT] }))
    server.answer('GET /api/articles/5/preflight', {
      body: {
        rules: 14,
        passed: 13,
        unread: [],
        findings: [
          {
            rule: 'out-of-stock',
            level: 'warning',
            subject: PRODUCT.asin,
            message: 'Kettle Two is out of stock.',
            path: 'products.0.asin',
            override: null,
            article: null,
          },
        ],
      },
    })
    const beside = await screen.findByRole('list', { name: 'Preflight: Product 1' })
    expect(beside).toHaveTextContent('Kettle Two is out of stock.')
    await userEvent.click(within(beside).getByRole('button', { name: 'Return with this' }))
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('Kettle Two is out of stock.')
    await userEvent.click(screen.getByRole('button', { name: 'Quote Title' }))
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('Kettle Two is out of stock.\nTitle: ')
  })

  it('is returned with three keys, and the next one that waits opens [ART-083] [ART-146]', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 4, status: 'returned' }) })
    await screen.findByRole('region', { name: 'Decision' })
    await screen.findByText('1 of 2 in the queue')
    await userEvent.keyboard('r')
    await screen.findByLabelText(/^Reason/)
    await userEvent.keyboard('1{Control>}{Enter}{/Control}')
    expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
    expect(server.sent('PATCH /api/articles/validate/5')[0]?.json).toEqual({
      version: 3,
      command: 'return',
      reason: 'A product is out of stock.',
    })
  })

  it('is approved by Ctrl Enter from its comment alone, and never where the button could not be pressed', async () => {
    const unread = Promise.withResolvers<void>()
    server.answer('GET /api/articles/5/preflight', async () => {
      await unread.promise
      return { body: { findings: [], rules: 14, passed: 14, unread: [] } }
    })
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ returns: [RETURNED] }), BEFORE)
    const send = '{Control>}{Enter}{/Control}'
    const comment = await screen.findByLabelText('Comment for Ada (optional)')
    await userEvent.click(comment)
    await userEvent.keyboard(send)
    unread.resolve()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled())
    await userEvent.click(screen.getByText('Clean'))
    await userEvent.keyboard(send)
    screen.getByRole('button', { name: 'Return' }).focus()
    await userEvent.keyboard(send)
    // The click on Return that Enter is; its reason is missing.
    await userEvent.click(screen.getByRole('button', { name: 'Quote Title' }))
    await userEvent.click(await screen.findByLabelText(/^Reason/))
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(server.sent('PUT /api/articles/5')).toEqual([])
    expect(server.sent('PATCH /api/articles/validate/5')).toEqual([])
  })

  it('letters work after a click on what is shown, and each refusal has its own reason', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ returns: [RETURNED] }), BEFORE)
    await screen.findByRole('region', { name: 'Decision' })
    await userEvent.click(await screen.findByText('Clean'))
    await userEvent.keyboard('r1')
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('A product is out of stock.')
    await userEvent.keyboard('{Escape}x')
    await waitFor(() => expect(screen.getByRole('region', { name: 'Reject' })).toBeVisible())
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('')
    await userEvent.keyboard('{Escape}r')
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('A product is out of stock.')
  })

  it('that somebody else has decided keeps the words that were not sent, and says who was first', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too short')
    const wen = { id: 77, first_name: 'Wen', last_name: 'Ito', username: 'wen@copydesk.example' }
    const event = {
      action: 'approved',
      user: wen,
      created_at: '2026-03-04T00:00:00.000Z',
      comment: null,
      self: false,
    }
    server.answer('PATCH /api/articles/validate/5', { status: 409, body: { message: 'Approved already' } })
    hold(anArticle({ version: 4, status: 'approved', events: [event] }))
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    expect(await screen.findByText('Wen Ito was first: this article is approved')).toBeVisible()
    expect(screen.getByText('“Too short”')).toBeVisible()
  })

  it('is followed by what waits by then, not by what waited when it was opened', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    server.answer('GET /api/articles/6/place', { body: { position: null, total: 1, before: null, after: 7 } })
    server.answer('GET /api/articles/7', { body: anArticle({ article_id: 7, title: 'Lamps' }) })
    await screen.findByText('1 of 2 in the queue')
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too short')
    server.answer('GET /api/articles/5/place', { body: { position: null, total: 1, before: null, after: 7 } })
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 4, status: 'returned' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Lamps' })).toBeVisible()
  })

  it('is not returned without a reason [ART-085]', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    expect(await screen.findByText('Missing reason')).toBeVisible()
    expect(server.sent('PATCH /api/articles/validate/5')).toEqual([])
  })

  it('is approved as it was read, with the comment, after it was saved [ART-086] [ART-097]', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    server.answer('PUT /api/articles/5', { body: anArticle({ version: 4 }) })
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 5, status: 'approved' }) })
    const comment = await screen.findByLabelText('Comment for Ada (optional)')
    await userEvent.keyboard('a')
    await waitFor(() => expect(comment).toHaveFocus())
    await userEvent.keyboard('Fine{Control>}{Enter}{/Control}')
    expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
    expect(server.sent('PUT /api/articles/5')[0]?.json).toMatchObject({ version: 3, draft: false })
    expect(server.sent('PATCH /api/articles/validate/5')[0]?.json).toEqual({
      version: 4,
      command: 'approve',
      reason: 'Fine',
    })
  })

  it('is not decided unseen: after somebody else’s save it has to be read first, and the words stay', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too short')
    const current = anArticle({ version: 4, title: 'Kettles, again' })
    server.answer('PATCH /api/articles/validate/5', {
      status: 409,
      body: { message: 'Changed', details: { current } },
    })
    hold(current)
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    expect(await screen.findByText('This article has changed')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Return' })).toBeDisabled()
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('Too short')
    await userEvent.click(screen.getByRole('button', { name: 'I have read it' }))
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 5, status: 'returned' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    await waitFor(() =>
      expect(server.sent('PATCH /api/articles/validate/5').at(-1)?.json).toMatchObject({ version: 4 }),
    )
  })

  it('is answered and sent again by its requester in the same place [ART-087] [ART-149]', async () => {
    openAs(server, 'opm', '/articles/5', { id: 31 })
    hold(anArticle({ status: 'returned', returns: [RETURNED] }), BEFORE)
    expect(await screen.findByText('Say how you weighed them.')).toBeVisible()
    server.answer('PUT /api/articles/5', {
      body: anArticle({ version: 4, status: 'returned', returns: [RETURNED] }),
    })
    server.answer('PATCH /api/articles/resubmit/5', { body: anArticle({ version: 5 }) })
    await userEvent.type(screen.getByLabelText('Answer (optional)'), 'By hand')
    await userEvent.click(screen.getByRole('button', { name: 'Resubmit' }))
    await waitFor(() =>
      expect(server.sent('PATCH /api/articles/resubmit/5')[0]?.json).toEqual({
        articleReturnId: 9,
        comments: 'By hand',
      }),
    )
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('lists what each quote of a return asks for, checks what has been changed, and says how much is answered [U5]', async () => {
    openAs(server, 'opm', '/articles/5', { id: 31 })
    const reason = 'Nearly there.\nIntro: say how you weighed them\nProduct 1: another award\nNotes: '
    hold(
      anArticle({
        status: 'returned',
        title: 'The 9 Best Kettles',
        intro: 'We weighed nine kettles with water.',
        products: [{ ...PRODUCT, asin: 'B0KETTLE01' }],
        faqs: [{ question: 'Is it loud?' }],
        returns: [{ ...RETURNED, reason }],
      }),
      BEFORE,
    )
    const list = await screen.findByRole('list', { name: 'To do' })
    const checks = within(list).getAllByRole('checkbox')
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent?.trim()),
    ).toEqual(['Intro say how you weighed them', 'Product 1 another award', 'Notes'])
    await waitFor(() => expect(checks[0]).toBeChecked())
    expect(checks[1]).not.toBeChecked()
    expect(screen.getByText('1 of 3 answered')).toBeVisible()
    await userEvent.click(checks[2] as HTMLElement)
    expect(screen.getByText('2 of 3 answered')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Resubmit' })).toBeEnabled()
  })

  it('tells whoever left a reason half-written that an approval drops it, and leads back to it [U5]', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too short')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByText(/A reason to return is written and not sent/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Go on with it' }))
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('Too short')
  })

  it('goes on by as many articles as the key was pressed, before it is known where that leads [U5]', async () => {
    const known = Promise.withResolvers<void>()
    server.answer('GET /api/articles/5/place', async () => {
      await known.promise
      return { body: { position: 1, total: 2, before: null, after: 6 } }
    })
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await screen.findByRole('region', { name: 'Decision' })
    await userEvent.keyboard('j')
    expect(screen.getByRole('heading', { level: 2 })).not.toHaveTextContent('Toasters')
    known.resolve()
    expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
  })

  it('offers its owner to go on with a draft or to delete it [ART-125] [ART-126]', async () => {
    openAs(server, 'opm', '/articles/5', { id: 31 })
    hold(anArticle({ status: 'draft' }))
    server.answer('DELETE /api/articles/5', { status: 204 })
    server.answer('GET /api/articles/pending', { body: { nodes: [], total: 0 } })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(server.sent('DELETE /api/articles/5')).toHaveLength(1))
  })

  it('offers nothing to decide to whom nothing is to be decided', async () => {
    openAs(server, 'opm', '/articles/5')
    hold(anArticle())
    expect(await screen.findByRole('article')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Article')
    for (const name of ['Approve', 'Return', 'Reject', 'Resubmit', 'Edit'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    await userEvent.keyboard('r')
    expect(screen.queryByLabelText(/^Reason/)).toBeNull()
  })

  it('that does not exist says so', async () => {
    openAs(server, 'qa', '/articles/5')
    server.answer('GET /api/articles/5', { status: 404, body: { message: 'Article not found' } })
    expect(await screen.findByText(/There is no such article/)).toBeVisible()
  })
})
