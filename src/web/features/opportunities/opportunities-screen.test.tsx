import './opportunities-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const LIST = 'GET /api/keyword-opportunities'
const opportunity = (name: string, changes = {}) => ({
  name,
  category: 'Home & Kitchen',
  keyword_url: `https://www.amazon.com/s?k=${encodeURIComponent(name)}`,
  avgUnitsSold: 1310,
  avgPrice: 48.9,
  estimatedExactSearchVolume: 41_200,
  monthlyTrend: 38.4,
  quarterlyTrend: -12.6,
  competition: 22,
  opportunityScore: 87,
  classification5: 4,
  isSeasonal: true,
  peakWeek: 51,
  combinedAsins: [{ asin: 'B0STUB0001' }, { asin: 'B0STUB0002' }],
  demand: '9'.repeat(52),
  as_of: '2026-11-20T10:00:00.000Z',
  ...changes,
})
const page = (keywords: object[], changes = {}) => ({
  body: { keywords, total_count: keywords.length, without: [], problem: null, ...changes },
})
const spread = { least: 1, most: 100, counts: Array.from({ length: 24 }, () => 3) }
const OVERVIEW = {
  count: 2417,
  competition: spread,
  seasonality: spread,
  opportunityScore: spread,
  monthlySearchVolume: spread,
  avgPrice: spread,
  avgUnitsSold: spread,
  usage: { source: 'built-in', calls: null },
}
const WEEKS = Array.from({ length: 104 }, (_, at) => ({
  date: new Date(Date.UTC(2024, 10, 18) + at * 7 * 86_400_000).toISOString().slice(0, 10),
  value: 1000 + at,
}))
const NOT_TODAY = { status: 400, body: { message: 'Not today.' } }
const CHARTS = ['search-volume', 'average-units-sold', 'average-price', 'seasonality']
const PRODUCTS = `${LIST}/top-products`

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer(
    LIST,
    page(
      [
        opportunity('cordless snow shovel'),
        opportunity('neck fan', {
          keyword_id: 9,
          ours: { articles: 2, winning_percentage: 43.3 },
          competition: 47,
          opportunityScore: 72,
        }),
        opportunity('unknown thing', {
          avgUnitsSold: null,
          avgPrice: null,
          monthlyTrend: null,
          quarterlyTrend: null,
          competition: null,
          classification5: null,
          isSeasonal: null,
          peakWeek: null,
          demand: null,
          combinedAsins: [],
        }),
      ],
      { total_count: 2148 },
    ),
  )
  server.answer(`${LIST}/overview`, { body: OVERVIEW })
  server.answer(`${LIST}/categories`, { body: { categories: ['Electronics', 'Home & Kitchen'] } })
  for (const chart of CHARTS)
    server.answer(`${LIST}/${chart}`, {
      body: { data: chart === 'seasonality' ? WEEKS.slice(0, 52) : WEEKS, as_of: '2026-11-20T10:00:00.000Z' },
    })
  server.answer(PRODUCTS, {
    body: {
      data: {
        data: {
          as_of: '2026-11-20T10:00:00.000Z',
          products: [
            {
              asin: 'B0STUB0001',
              name: 'Lowmarsh Sprout 40',
              brand: null,
              imageUrl: null,
              product_url: 'https://www.amazon.com/dp/B0STUB0001',
              category: null,
              estimatedSales: null,
              estRevenue: null,
              price: 49.99,
              nReviews: 3812,
              nSellers: null,
              listedAt: null,
              estimatedListedAt: null,
              rating: 4.7,
              is_available: true,
              articles: 0,
            },
          ],
        },
      },
    },
  })
})
afterEach(() => server.close())

const asked = (route = LIST, at = -1) => new URLSearchParams(server.sent(route).at(at)?.search)
const USUAL = {
  country: 'us',
  page: '1',
  sort: 'opportunityScore',
  sortOrder: 'desc',
  competitionMin: '1',
  competitionMax: '100',
  seasonalityMin: '1',
  seasonalityMax: '5',
  excludeTopBrands: 'true',
  excludeExistingKeywords: 'false',
}
const open = async (search = '') => {
  openAs(server, 'opm', `/keyword-opportunities${search}`)
  return screen.findByText('cordless snow shovel')
}
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement

describe('the list', () => {
  it('is named Keyword Opportunities and shows what the market answers [OPP-001] [OPP-018] [OPP-042]', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1, name: 'Keyword Opportunities' })).toBeVisible()
    expect(Object.fromEntries(asked())).toEqual(USUAL)
    expect(screen.getByText('2,148')).toBeInTheDocument()
    const row = within(rowOf('cordless snow shovel'))
    expect(row.getByText('87')).toBeInTheDocument()
    expect(row.getByText('41,200')).toBeInTheDocument()
    expect(row.getByText('38.4 %')).toBeInTheDocument()
    expect(row.getByText('$48.90')).toBeInTheDocument()
    expect(row.getByText('Very Low')).toBeInTheDocument()
    expect(within(rowOf('neck fan')).getByText('Medium')).toBeInTheDocument()
    expect(within(rowOf('unknown thing')).getAllByText('-').length).toBeGreaterThanOrEqual(6)
  })

  it('shows seasonality on a scale of five [OPP-037]', async () => {
    await open()
    expect(
      within(rowOf('cordless snow shovel')).getByRole('img', { name: 'Seasonality 4 of 5' }).querySelectorAll('.on'),
    ).toHaveLength(4)
  })

  it('keeps every filter in its address and asks for what it says [OPP-002] [OPP-003] [OPP-004] [OPP-005] [OPP-006] [OPP-007] [OPP-008] [OPP-009] [OPP-010] [OPP-011] [OPP-012] [OPP-013] [OPP-014] [OPP-016]', async () => {
    await open(
      '?region=uk&category[]=Electronics&category[]=Home+%26+Kitchen&includeText=kettle&excludeText=parts&page=2&competitionMin=10&competitionMax=60&seasonalityMin=2&seasonalityMax=4&excludeTopBrands=false&excludeExistingKeywords=true&avgPriceMin=20&avgPriceMax=100&avgUnitsSoldMin=5&avgUnitsSoldMax=500&monthlySearchVolumeMin=1000&monthlySearchVolumeMax=9000&monthlyTrendMin=1&monthlyTrendMax=50&opportunityScoreMin=60&opportunityScoreMax=90',
    )
    const { 'category[]': _category, ...said } = Object.fromEntries(asked())
    expect(asked().getAll('category[]').length + asked().getAll('category').length).toBeGreaterThan(0)
    expect(asked().toString()).toContain('Electronics')
    expect(said).toMatchObject({
      country: 'uk',
      includeText: 'kettle',
      excludeText: 'parts',
      page: '2',
      competitionMin: '10',
      competitionMax: '60',
      seasonalityMin: '2',
      seasonalityMax: '4',
      excludeTopBrands: 'false',
      excludeExistingKeywords: 'true',
      avgPriceMin: '20',
      avgPriceMax: '100',
      avgUnitsSoldMin: '5',
      avgUnitsSoldMax: '500',
      monthlySearchVolumeMin: '1000',
      monthlySearchVolumeMax: '9000',
      monthlyTrendMin: '1',
      monthlyTrendMax: '50',
      opportunityScoreMin: '60',
      opportunityScoreMax: '90',
    })
    expect(screen.getByRole('spinbutton', { name: 'Average price, at least' })).toHaveValue('20')
    expect(window.location.search).toContain('category[]=Electronics')
  })

  it('knows the search volume under its other name, until somebody sets it [OPP-015]', async () => {
    const user = userEvent.setup()
    await open('?monthlyVlmMin=700&monthlyVlmMax=9000')
    expect(Object.fromEntries(asked())).toMatchObject({ monthlyVlmMin: '700', monthlyVlmMax: '9000' })
    const least = screen.getByRole('spinbutton', { name: 'Monthly search volume, at least' })
    expect(least).toHaveValue('700')
    await user.clear(least)
    await user.type(least, '800{Enter}')
    await waitFor(() => expect(asked().get('monthlySearchVolumeMin')).toBe('800'))
    expect(asked().get('monthlySearchVolumeMax')).toBe('9000')
    expect(asked().has('monthlyVlmMin')).toBe(false)
  })

  it('begins with everything but top brands, in the United States [OPP-026] [OPP-027] [OPP-028] [OPP-029] [OPP-030]', async () => {
    await open()
    expect(screen.getByRole('checkbox', { name: 'Exclude top brands' })).toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'Exclude existing keywords' })).not.toBeChecked()
    expect(screen.getByRole('spinbutton', { name: 'Competition, at least' })).toHaveValue('1')
    expect(screen.getByRole('spinbutton', { name: 'Competition, at most' })).toHaveValue('100')
    expect(screen.getByRole('spinbutton', { name: 'Seasonality, at most' })).toHaveValue('5')
    expect(screen.getByText('us · United States, $')).toBeInTheDocument()
  })

  it('takes what its address says wrongly for not said', async () => {
    await open('?region=atlantis&competitionMin=-4&seasonalityMax=9&avgPriceMin=-1&excludeTopBrands=perhaps&page=x&sort=secret')
    expect(Object.fromEntries(asked())).toEqual(USUAL)
  })

  it('that no filter leaves names the filter that keeps most away, and takes it away', async () => {
    const user = userEvent.setup()
    server.answer(
      LIST,
      page([], { without: [{ filter: 'avgPrice', count: 124 }, { filter: 'includeText', count: 3 }] }),
    )
    openAs(server, 'opm', '/keyword-opportunities?avgPriceMin=9000&includeText=kettle')
    await user.click(await screen.findByRole('button', { name: 'Without “Average price”: 124 keywords' }))
    await waitFor(() => expect(asked().has('avgPriceMin')).toBe(false))
    expect(asked().get('includeText')).toBe('kettle')
  })

  it('that could not be read says so and is asked for again', async () => {
    const user = userEvent.setup()
    server.answer(LIST, NOT_TODAY)
    openAs(server, 'opm', '/keyword-opportunities')
    expect(await screen.findByText('Keyword opportunities could not be searched.')).toBeInTheDocument()
    server.answer(LIST, page([opportunity('cordless snow shovel')]))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('cordless snow shovel')).toBeInTheDocument()
  })

  it('of a market that cannot be asked stands, with the reason', async () => {
    server.answer(LIST, page([opportunity('cordless snow shovel')], { problem: 'Jungle Scout is not available.' }))
    await open()
    expect(
      screen.getByText('Jungle Scout is not available. What is shown is what was known before.'),
    ).toBeInTheDocument()
  })
})

describe('the panel of filters', () => {
  it('is named Search and folds away to what is in force, each of which can be taken away [OPP-017]', async () => {
    const user = userEvent.setup()
    await open('?avgPriceMin=20&opportunityScoreMin=60&opportunityScoreMax=90')
    const toggle = screen.getByRole('button', { name: 'Search' })
    expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await user.click(toggle)
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('spinbutton')).toBeNull()
    const chips = within(screen.getByRole('list', { name: 'Filters in force' }))
    expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Opportunity score 60–90',
      'Average price ≥ 20',
    ])
    await user.click(chips.getByRole('button', { name: 'Remove filter Average price' }))
    await waitFor(() => expect(asked().has('avgPriceMin')).toBe(false))
    expect(asked().get('opportunityScoreMin')).toBe('60')
  })

  it('takes no number below 0 [OPP-021]', async () => {
    const user = userEvent.setup()
    await open()
    const names = ['Average price', 'Average units sold', 'Monthly search volume', 'Monthly trend', 'Opportunity score']
    for (const name of names)
      expect(screen.getByRole('spinbutton', { name: `${name}, at least` })).toHaveAttribute('aria-valuemin', '0')
    const field = screen.getByRole('spinbutton', { name: 'Average price, at most' })
    await user.type(field, '-5{Enter}')
    await waitFor(() => expect(field).toHaveValue('0'))
    expect(server.sent(LIST).every(({ search }) => !search.includes('avgPriceMax=-'))).toBe(true)
  })

  it('has sliders: competition from 1 to 100 by tens, seasonality from 1 to 5 by one [OPP-022] [OPP-023] [OPP-024] [OPP-025]', async () => {
    const user = userEvent.setup()
    await open()
    const slider = (name: string) => screen.getByRole('slider', { name })
    for (const [name, least, most] of [
      ['Competition', '1', '100'],
      ['Seasonality', '1', '5'],
    ] as const)
      expect([
        slider(`${name}, least`).getAttribute('aria-valuemin'),
        slider(`${name}, most`).getAttribute('aria-valuemax'),
      ]).toEqual([least, most])
    slider('Competition, least').focus()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(asked().get('competitionMin')).toBe('10'))
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(asked().get('competitionMin')).toBe('20'))
    slider('Competition, most').focus()
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(asked().get('competitionMax')).toBe('90'))
    slider('Seasonality, most').focus()
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(asked().get('seasonalityMax')).toBe('4'))
  })

  it('whose categories could not be read says so below their field, and the rest works [OPP-054]', async () => {
    server.answer(`${LIST}/categories`, NOT_TODAY)
    await open()
    const field = await screen.findByText('Categories could not be searched.')
    expect(field.closest('.labelled')).toHaveTextContent('Category')
    expect(screen.getByText('neck fan')).toBeInTheDocument()
  })

  it('says how each composed figure is made, for whoever asks', async () => {
    const user = userEvent.setup()
    await open()
    await user.click(screen.getByRole('button', { name: 'How figures are made' }))
    expect(await screen.findByText(/^Of 100: 40 for demand and 20 for the trend/)).toBeInTheDocument()
  })
})

describe('a row', () => {
  const unfold = async () => {
    const user = userEvent.setup()
    await open()
    await user.click(within(rowOf('cordless snow shovel')).getByRole('button', { name: 'Show details' }))
    return user
  }

  it('opens to four charts, each read by the keyword’s name, and to its products [OPP-019] [OPP-044] [OPP-045] [OPP-046] [OPP-047] [OPP-048] [OPP-049]', async () => {
    await unfold()
    for (const title of ['Search volume', 'Units sold', 'Average price', 'Seasonality'])
      expect(
        await screen.findByRole('img', { name: new RegExp(`^${title} of cordless snow shovel, 20`) }),
      ).toBeInTheDocument()
    for (const chart of CHARTS)
      expect(Object.fromEntries(asked(`${LIST}/${chart}`))).toEqual({ name: 'cordless snow shovel', country: 'us' })
    expect(await screen.findByText('Lowmarsh Sprout 40')).toBeInTheDocument()
    expect(asked(PRODUCTS).toString()).toMatch(/asins.*B0STUB0001.*asins.*B0STUB0002/)
    expect(window.location.search).toContain('open=cordless+snow+shovel')
  })

  it('whose chart could not be read says so quietly in its place, without a notice, and asks again [OPP-051] [OPP-052]', async () => {
    server.answer(`${LIST}/average-price`, NOT_TODAY)
    const user = await unfold()
    const words = await screen.findByText('There was a problem loading the graph data.')
    expect(words).toHaveClass('quiet')
    expect(words.closest('figure')).toHaveTextContent('Average price')
    expect(await screen.findByRole('img', { name: /^Units sold of/ })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.querySelector('.ant-notification-notice')).toBeNull()
    server.answer(`${LIST}/average-price`, { body: { data: WEEKS, as_of: '2026-11-20T10:00:00.000Z' } })
    await user.click(within(words).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('img', { name: /^Average price of/ })).toBeInTheDocument()
  })

  it('whose products could not be read says so in their place [OPP-053]', async () => {
    server.answer(PRODUCTS, NOT_TODAY)
    await unfold()
    expect(await screen.findByText('There was a problem loading the product data.')).toBeInTheDocument()
    expect(await screen.findByRole('img', { name: /^Units sold of/ })).toBeInTheDocument()
  })

  it('has its charts pointed at together, by the arrow keys too, and told as a table', async () => {
    const user = await unfold()
    const volume = await screen.findByRole('img', { name: /^Search volume of/ })
    volume.focus()
    await user.keyboard('{ArrowLeft}')
    expect(volume).toHaveAccessibleDescription('2026-11-02: 1.1k, a year before 1.1k')
    expect(screen.getByRole('img', { name: /^Units sold of/ })).toHaveAccessibleDescription('2026-11-02: 1.1k')
    expect(screen.getByRole('img', { name: /^Average price of/ })).toHaveAccessibleDescription(/^2026-11-02/)
    await user.click(screen.getByRole('button', { name: 'As table' }))
    const table = await screen.findByRole('table', { name: 'Weeks of cordless snow shovel' })
    const rows = within(table).getAllByRole('row')
    expect(rows).toHaveLength(105)
    expect(rows[1]).toHaveTextContent('2026-11-091,1031,103$1,103')
  })

  it('that is ours says so with its articles and its share; another one is added with its words alone and is ours at once [OPP-039] [OPP-050]', async () => {
    const user = userEvent.setup()
    let release = () => {}
    server.answer('POST /api/keywords', async () => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return { status: 201, body: { keyword_id: 77, keyword: 'cordless snow shovel' } }
    })
    await open()
    const ours = within(rowOf('neck fan'))
    expect(ours.getByRole('link', { name: 'In Copydesk' })).toHaveAttribute('href', '/keywords?keyword_id=9')
    expect(ours.getByText('2 articles · wins 43.3 %')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Add keyword cordless snow shovel' }))
    const row = within(rowOf('cordless snow shovel'))
    expect(await row.findByText('In Copydesk')).toBeInTheDocument()
    expect(row.queryByRole('button', { name: /^Add keyword/ })).toBeNull()
    release()
    expect(await row.findByRole('link', { name: 'In Copydesk' })).toHaveAttribute('href', '/keywords?keyword_id=77')
    expect(server.sent('POST /api/keywords').map(({ json }) => json)).toEqual([{ keyword: 'cordless snow shovel' }])
  })

  it('that somebody else has added meanwhile is ours as well', async () => {
    const user = userEvent.setup()
    server.answer('POST /api/keywords', {
      status: 409,
      body: { message: 'It exists.', code: 'conflict', details: { keyword_id: 31 } },
    })
    await open()
    await user.click(screen.getByRole('button', { name: 'Add keyword cordless snow shovel' }))
    expect(
      await within(rowOf('cordless snow shovel')).findByRole('link', { name: 'In Copydesk' }),
    ).toHaveAttribute('href', '/keywords?keyword_id=31')
  })

  it('that could not be added is not ours, and the reason is told', async () => {
    const user = userEvent.setup()
    server.answer('POST /api/keywords', NOT_TODAY)
    await open()
    await user.click(screen.getByRole('button', { name: 'Add keyword cordless snow shovel' }))
    expect(await screen.findByText('Error saving keyword.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Add keyword cordless snow shovel' })).toBeEnabled()
  })

  it('is added together with others that are ticked', async () => {
    const user = userEvent.setup()
    server.answer('POST /api/keywords', ({ json }) => ({ status: 201, body: { keyword_id: 77, ...(json as object) } }))
    await open()
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await user.click(screen.getByRole('button', { name: 'Add 2 keywords' }))
    await waitFor(() =>
      expect(server.sent('POST /api/keywords').map(({ json }) => json)).toEqual([
        { keyword: 'cordless snow shovel' },
        { keyword: 'unknown thing' },
      ]),
    )
  })
})

it('updates cannot be scheduled yet, which a dialog says [OPP-020]', async () => {
  const user = userEvent.setup()
  await open()
  await user.click(screen.getByRole('button', { name: 'Schedule updates' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule updates' }))
  expect(dialog.getByText(/not possible yet/)).toBeInTheDocument()
  expect(dialog.queryByRole('combobox')).toBeNull()
})
