// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './post-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anArticle } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
const whole = (status: 'draft' | 'publish') => ({
  post: {
    id: 40019,
    status,
    url: '/posts/ok/40019',
    title: 'Blenders without the grit',
    heroImageUrl: null,
    authorName: 'Ada Reed',
    authorDescription: null,
    datePublished: status === 'publish' ? '2026-03-01T00:00:00.000Z' : null,
    introText: '',
    introCopy: '',
    products: [],
    outroCopy: '',
    questions: [],
    trustStatement: '',
  },
  site: {
    site_id: 2,
    code: 'ok',
    display_name: 'Open Kitchen',
    normalized_name: 'ok',
    logo_url: '/x',
    url: '',
  },
  focus_keyword: 'best blender',
  created_at: '2026-02-01T00:00:00.000Z',
  modified_at: '2026-02-01T00:00:00.000Z',
  article: { article_id: 33, title: 'Blenders', status: status === 'draft' ? 'approved' : 'published' },
})

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/posts/ok/40019', { body: whole('draft') })
})
afterEach(() => server.close())

describe('the page of a built-in post', () => {
  it('links to its article and to its preview', async () => {
    openAs(server, 'opm', '/posts/ok/40019')
    expect(await screen.findByRole('link', { name: 'Blenders' })).toHaveAttribute('href', '/articles/33')
    expect(screen.getByRole('link', { name: 'Article Preview' })).toHaveAttribute('href', '/preview/ok/40019')
    expect(screen.getByText('best blender')).toBeVisible()
    expect(screen.getByText('Draft')).toBeVisible()
  })

  it('has its products once, with pictures and awards, and its site once, though its article has both as well', async () => {
    const product = { asin: 'B0BLENDER1', name: 'Pebble', award: 'Best Overall' }
    const { post, ...about } = whole('draft')
    server.answer('GET /api/posts/ok/40019', {
      body: { ...about, post: { ...post, products: [{ ...product, summary: '' }] } },
    })
    const article = anArticle({
      article_id: 33,
      title: 'Blenders',
      site: about.site,
      products: [{ ...product, product_id: 1, summary: null }],
    })
    server.answer('GET /api/articles/33', { body: article })
    const picture = 'https://pictures.example/pebble.jpg'
    server.answer('GET /api/products/preview', { body: [{ asin: product.asin, image_url: picture }] })
    openAs(server, 'opm', '/posts/ok/40019')
    expect(await screen.findByText('Ada Reed')).toBeVisible()
    const line = screen.getByText('Pebble').closest('li')
    await waitFor(() => expect(line?.querySelector('img')).toHaveAttribute('src', picture))
    expect(line).toHaveTextContent('Best Overall')
    expect(screen.getAllByText('Open Kitchen')).toHaveLength(1)
  })

  it('shows its earnings and whether each of its products is available, once', async () => {
    const row = {
      POST_ID: '40019',
      SITE: 'ok',
      POST_TITLE: 'Blenders without the grit',
      POST_DATE: '2026-03-01',
      PERMALINK: null,
      ARTICLE_URL: null,
      PRODUCT_LIST: ['B0C9TR41XM'],
      EARNINGS: 812.5,
      clicks: 1204,
      clicks_until: '2026-03-20',
      FLAGS: [],
      change: -0.2,
      weeks: [],
      refresh: 46,
      reasons: [],
      renews: 'article',
      update: null,
    }
    const other = { ...row, POST_ID: '40020', EARNINGS: 7 }
    const { site } = whole('publish')
    const dana = { id: 3, first_name: 'Dana', last_name: 'Okafor', username: 'dana@desk.example' }
    const product = { product_id: 1, asin: 'B0C9TR41XM', name: 'Crestline', award: '', summary: null }
    server.answer('GET /api/posts/ok/40019', { body: whole('publish') })
    server.answer('GET /api/articles/33', {
      body: {
        ...{ article_id: 33, title: 'Blenders', status: 'published', image_url: null, site_id: 2, site },
        ...{
          user_id: 3,
          user: dana,
          qa_user: dana,
          keywords: [],
          products: [product],
          faqs: [],
          returns: [],
        },
        ...{ events: [], mirrors: [], wordpress_id: 40019, intro: null, notes: null, draft: false },
        ...{ created_at: '2026-02-01T08:00:00.000Z', updated_at: '2026-02-01T08:00:00.000Z' },
      },
    })
    // Titles are not unique, so only a request by site and id finds this post.
    server.answer('GET /api/snowflake/content', ({ search }) => {
      const isNamed = new URLSearchParams(search).toString() === 'site=ok&post_id=40019'
      return { body: { pageInfo: { total: 1 }, edges: [isNamed ? row : other] } }
    })
    server.answer('GET /api/snowflake/products', {
      body: [
        {
          IMAGE_URL: '/catalog/1.jpg',
          AWARD: 'Best Overall',
          ASIN: 'B0C9TR41XM',
          NAME: 'Crestline',
          REVENUE: 300,
          commission: null,
          AVAILABILITY: 'Unavailable',
          raw_availability: 'OUT_OF_STOCK',
        },
      ],
    })
    openAs(server, 'opm', '/posts/ok/40019')
    expect(await screen.findByRole('link', { name: '$812.50' })).toHaveAttribute(
      'href',
      expect.stringContaining('post=ok%2F40019'),
    )
    const products = within(await screen.findByRole('table', { name: /^Products of/ }))
    expect(products.getByText('Crestline')).toBeVisible()
    expect(products.getByText('Unavailable')).toBeVisible()
    await within(screen.getByRole('region', { name: 'Article' })).findByText('Validated by')
    expect(screen.getAllByText('Crestline')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'best blender' })).toHaveAttribute(
      'href',
      '/keywords?keyword=best+blender',
    )
  })

  it('is published by validators, after a confirmation', async () => {
    server.answer('POST /api/posts/ok/40019/publish', { body: whole('publish') })
    openAs(server, 'qa', '/posts/ok/40019')
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
    expect(server.sent('POST /api/posts/ok/40019/publish')).toHaveLength(0)
    const [, confirm] = await waitFor(() => {
      const buttons = screen.getAllByRole('button', { name: 'Publish' })
      expect(buttons).toHaveLength(2)
      return buttons
    })
    await userEvent.click(confirm as HTMLElement)
    await waitFor(() => expect(screen.getAllByText('Published').length).toBeGreaterThan(0))
    expect(server.sent('POST /api/posts/ok/40019/publish')).toHaveLength(1)
  })

  it('offers no Publish to other users, nor once it is published', async () => {
    const { unmount } = openAs(server, 'opm', '/posts/ok/40019')
    await screen.findByText('Draft')
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
    unmount()
    server.answer('GET /api/posts/ok/40019', { body: whole('publish') })
    openAs(server, 'qa', '/posts/ok/40019')
    await waitFor(() => expect(screen.getAllByText('Published').length).toBeGreaterThan(0))
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  })

  it('that does not exist says so', async () => {
    server.answer('GET /api/posts/ok/7', { status: 404, body: { message: 'x' } })
    openAs(server, 'opm', '/posts/ok/7')
    expect(await screen.findByText("Post '7' not found in the content management system")).toBeVisible()
  })
})
