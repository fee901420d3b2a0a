import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openArticleServer, PRODUCT, RETURNED, SENT_BACK } from '#web/testing/article-page.ts'
import { anArticle } from '#web/testing/articles.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
let hold: Awaited<ReturnType<typeof openArticleServer>>['hold']
beforeEach(async () => {
  const opened = await openArticleServer()
  server = opened.server
  hold = opened.hold
})
afterEach(() => server.close())

describe('the page of an article', () => {
  it('marks in the text each change since the last return, word by word, and shows either version alone', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(
      anArticle({
        title: 'The Best Kettles',
        intro: 'We weighed seven kettles.',
        products: [PRODUCT],
        faqs: [{ question: 'Is it loud?' }],
        returns: [{ ...RETURNED, answered_at: '2026-03-03T00:00:00.000Z', complement: 'Done.' }],
      }),
      SENT_BACK,
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

  it('says that nothing was changed if the article came back unchanged', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ returns: [RETURNED] }), SENT_BACK)
    server.answer('GET /api/articles/5/changes', {
      body: { returned_at: RETURNED.created_at, changes: [], before: { ...SENT_BACK, title: 'Kettles' } },
    })
    expect(await screen.findByText(/Nothing has changed since the return/)).toBeVisible()
  })

  it('shows the shop’s product under the ASIN, by the shop’s own name', async () => {
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

  it('says which products an ASIN meant before and after a change, and who gave no reason for it [U1]', async () => {
    openAs(server, 'qa', '/articles/5')
    const before = { ...SENT_BACK, title: 'The Best Kettles', intro: null, faqs: [] }
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

  it('reports that preflight findings or changes failed to load, instead of showing none', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ returns: [RETURNED] }))
    const failed = { status: 503, body: { message: 'Not now.' } }
    server.answer('GET /api/articles/5/preflight', failed)
    server.answer('GET /api/articles/5/changes', failed)
    expect(await screen.findByText('The preflight findings could not be loaded.')).toBeVisible()
    expect(await screen.findByText('The changes since the last return could not be loaded.')).toBeVisible()
  })

  it('shows preflight findings beside the product, and adds them to the reason of a return', async () => {
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

  it('quotes without a comment are not sent, and are not a reason on their own', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ products: [PRODUCT] }))
    const finding = {
      ...{ rule: 'no-summary', level: 'warning', subject: PRODUCT.asin, path: 'products.0.summary' },
      ...{ message: 'Product 1 has no summary; its card will look empty.', override: null, article: null },
    }
    server.answer('GET /api/articles/5/preflight', {
      body: { rules: 15, passed: 14, unread: [], findings: [finding] },
    })
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 4, status: 'returned' }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Quote Title' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    expect(await screen.findByText('Missing reason')).toBeVisible()
    await userEvent.clear(screen.getByLabelText(/^Reason/))
    await userEvent.click(await screen.findByRole('button', { name: 'Return with this' }))
    await userEvent.click(screen.getByRole('button', { name: 'Quote Product 1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Quote Title' }))
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue(`${finding.message}\nProduct 1:\nTitle: `)
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    await waitFor(() =>
      expect(server.sent('PATCH /api/articles/validate/5').map(({ json }) => json)).toMatchObject([
        { reason: finding.message },
      ]),
    )
    // The next article may be on the screen by now.
    const toast = (await screen.findByText('Article returned')).closest('.ant-notification-notice')
    expect(toast).toHaveTextContent('Kettles')
  })

  it('offers no decision to users who cannot decide', async () => {
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
    expect(await screen.findByText(/This article doesn’t exist/)).toBeVisible()
  })
})
