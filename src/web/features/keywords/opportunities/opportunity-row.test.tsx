import './opportunities-screen.tsx'
import '../../articles/articles/editor/article-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answerMarket,
  CHARTS,
  LIST,
  NOT_TODAY,
  opportunity,
  PRODUCTS,
  page,
  WEEKS,
} from '#web/testing/keyword-opportunities.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerMarket(server)
})
afterEach(() => server.close())

const asked = (route = LIST, at = -1) => new URLSearchParams(server.sent(route).at(at)?.search)
const open = async (search = '') => {
  openAs(server, 'opm', `/keyword-opportunities${search}`)
  return screen.findByText('cordless snow shovel')
}
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement

describe('a row', () => {
  const unfold = async () => {
    const user = userEvent.setup()
    await open()
    await user.click(within(rowOf('cordless snow shovel')).getByRole('button', { name: 'Show details' }))
    return user
  }

  it('opens to four charts, each described with the keyword’s name, and to its products [OPP-019] [OPP-044] [OPP-045] [OPP-046] [OPP-047] [OPP-048] [OPP-049]', async () => {
    await unfold()
    for (const title of ['Search volume', 'Units sold', 'Average price', 'Seasonality'])
      expect(
        await screen.findByRole('img', {
          name: new RegExp(`^${title} of cordless snow shovel, (20|weeks 1 to 52)`),
        }),
      ).toBeInTheDocument()
    for (const chart of CHARTS)
      expect(Object.fromEntries(asked(`${LIST}/${chart}`))).toEqual({
        name: 'cordless snow shovel',
        country: 'us',
      })
    expect(await screen.findByText('Lowmarsh Sprout 40')).toBeInTheDocument()
    expect(asked(PRODUCTS).toString()).toMatch(/asins.*B0STUB0001.*asins.*B0STUB0002/)
    expect(window.location.search).toContain('open=cordless+snow+shovel')
  })

  it('whose chart could not be read says so in its place, without a notice, and tries again [OPP-051] [OPP-052]', async () => {
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

  it('moves the pointer of all its charts together, by the arrow keys too, and has them as a table', async () => {
    const user = await unfold()
    const volume = await screen.findByRole('img', { name: /^Search volume of/ })
    expect(volume).toHaveAccessibleDescription('Searches a week; dashed: a year earlier')
    const season = await screen.findByRole('img', { name: /^Seasonality of/ })
    expect(season).toHaveAccessibleDescription('By week of the year, % of the peak')
    volume.focus()
    await user.keyboard('{ArrowLeft}')
    expect(volume).toHaveAccessibleDescription('Week of 2026-11-02: 1.1k, a year earlier 1.1k')
    expect(await screen.findByRole('img', { name: /^Units sold of/ })).toHaveAccessibleDescription(
      'Week of 2026-11-02: 1.1k',
    )
    expect(season).toHaveAccessibleDescription('Week 45: 1.1k %')
    const price = await screen.findByRole('img', { name: /^Average price of/ })
    expect(price).toHaveAccessibleDescription(/^Week of 2026-11-02/)
    await user.click(screen.getByRole('button', { name: 'As table' }))
    const table = await screen.findByRole('table', { name: 'Weeks of cordless snow shovel' })
    const rows = within(table).getAllByRole('row')
    expect(rows).toHaveLength(105)
    expect(rows[1]).toHaveTextContent('2026-11-091,1031,103$1,103.00')
  })

  it('for one of our keywords says so with its articles and its share; any other keyword is added by its words alone and is ours at once [OPP-039] [OPP-050]', async () => {
    const user = userEvent.setup()
    const released = Promise.withResolvers<void>()
    server.answer('POST /api/keywords', async () => {
      await released.promise
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
    released.resolve()
    expect(await row.findByRole('link', { name: 'In Copydesk' })).toHaveAttribute(
      'href',
      '/keywords?keyword_id=77',
    )
    expect(server.sent('POST /api/keywords').map(({ json }) => json)).toEqual([
      { keyword: 'cordless snow shovel' },
    ])
  })

  it('is added once by a double click', async () => {
    server.answer('POST /api/keywords', {
      status: 201,
      body: { keyword_id: 77, keyword: 'cordless snow shovel', change_id: 12 },
    })
    await open()
    const button = screen.getByRole('button', { name: 'Add keyword cordless snow shovel' })
    // Both clicks come before React redraws the button.
    button.click()
    button.click()
    expect(await screen.findByText('Keyword added')).toBeInTheDocument()
    expect(server.sent('POST /api/keywords')).toHaveLength(1)
  })

  it('just added can be undone from its message, and is not ours any more', async () => {
    const user = userEvent.setup()
    server.answer('POST /api/keywords', {
      status: 201,
      body: { keyword_id: 77, keyword: 'cordless snow shovel', change_id: 12 },
    })
    server.answer('POST /api/keyword-changes/12/undo', {
      body: { change_id: 12, action: 'add', state: 'undone', changes: 1, undo: { back: 1, stays: 0 } },
    })
    await open()
    await user.click(screen.getByRole('button', { name: 'Add keyword cordless snow shovel' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: 'Add keyword cordless snow shovel' })).toBeEnabled()
  })

  it('added by another user meanwhile is ours as well', async () => {
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

  it('that could not be added is not ours, and the reason is shown', async () => {
    const user = userEvent.setup()
    server.answer('POST /api/keywords', NOT_TODAY)
    await open()
    await user.click(screen.getByRole('button', { name: 'Add keyword cordless snow shovel' }))
    expect(await screen.findByText('Error saving keyword.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Add keyword cordless snow shovel' })).toBeEnabled()
  })

  it('is added together with other ticked rows', async () => {
    const user = userEvent.setup()
    server.answer('POST /api/keywords', ({ json }) => ({
      status: 201,
      body: { keyword_id: 77, ...(json as object) },
    }))
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

describe('an article requested from a row', () => {
  const product = (field: string, at: number) => screen.getByLabelText(`${field} of product ${at}`)
  const request = async () => {
    const user = userEvent.setup()
    await open()
    await user.click(screen.getByRole('button', { name: 'More for cordless snow shovel' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Request article' }))
    await screen.findByLabelText('ASIN of product 1')
    return user
  }

  it('proposes the products that share the search, by their market names, to keep or remove', async () => {
    const user = await request()
    expect(screen.getByText(/^Proposed: the products that share this search\./)).toBeInTheDocument()
    expect(product('ASIN', 1)).toHaveValue('B0STUB0001')
    expect(product('Name', 1)).toHaveValue('Lowmarsh Sprout 40')
    expect(product('Award', 1)).toHaveValue('')
    expect(product('ASIN', 2)).toHaveValue('B0STUB0002')
    expect(product('Name', 2)).toHaveValue('')
    await user.click(screen.getByRole('button', { name: 'Remove Product 1' }))
    expect(product('ASIN', 1)).toHaveValue('B0STUB0002')
    await user.click(screen.getByRole('button', { name: 'Remove Product 1' }))
    expect(screen.getByText('No products yet.')).toBeInTheDocument()
    expect(screen.queryByText(/^Proposed:/)).toBeNull()
  })

  it('closes without a confirmation while nothing has been typed', async () => {
    const user = await request()
    await user.click(screen.getByText('Close', { selector: 'button' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('proposes products by their ASINs while the market cannot name them', async () => {
    server.answer(PRODUCTS, NOT_TODAY)
    await request()
    expect(product('ASIN', 1)).toHaveValue('B0STUB0001')
    expect(product('Name', 1)).toHaveValue('')
    expect(product('ASIN', 2)).toHaveValue('B0STUB0002')
  })

  it('proposes them for its address too, in the order of the details', async () => {
    const combinedAsins = [{ asin: 'B0STUB0002' }, { asin: 'B0STUB0001' }]
    server.answer(LIST, page([opportunity('cordless snow shovel', { combinedAsins })]))
    await open('?request=cordless+snow+shovel')
    await screen.findByLabelText('ASIN of product 2')
    expect(product('Name', 1)).toHaveValue('Lowmarsh Sprout 40')
    expect(product('ASIN', 2)).toHaveValue('B0STUB0002')
  })

  it('proposes none if the market knows none', async () => {
    await open('?request=unknown+thing')
    expect(await screen.findByText('No products yet.')).toBeInTheDocument()
    expect(server.sent(PRODUCTS)).toHaveLength(0)
  })
})

it('updates cannot be scheduled yet, and a dialog says so [OPP-020]', async () => {
  const user = userEvent.setup()
  await open()
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Schedule updates' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule updates' }))
  expect(dialog.getByText(/You can’t choose another time yet/)).toBeInTheDocument()
  expect(dialog.queryByRole('combobox')).toBeNull()
})
