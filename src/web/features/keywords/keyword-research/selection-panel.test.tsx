import './keyword-research-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openResearch } from '#web/testing/keyword-research.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openResearch()
})
afterEach(() => server.close())

describe('selected keywords', () => {
  const ROUTE = 'POST /api/keywords/batch'
  const inBar = () => within(screen.getByRole('region', { name: 'Selection' }))
  const added = (keywords: object[], existing: object[] = []) => ({
    status: 201,
    body: { added: keywords, existing, change_id: 31 },
  })
  const SEED = { keyword_id: 21, keyword: 'seed starting kit' }
  const LIGHT = { keyword_id: 22, keyword: 'grow light' }

  it('are added by Ctrl Enter from a closed select, which keeps its list closed; an open list keeps the key', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/sites', {
      body: [{ site_id: 3, display_name: 'Open Kitchen', logo_url: '/logo.svg', retired: false }],
    })
    server.answer(ROUTE, added([SEED]))
    openAs(server, 'opm', '/keyword-research?keyword=seed')
    await user.click(await screen.findByRole('checkbox', { name: 'Select seed starting kit' }))
    const site = inBar().getByRole('combobox', { name: 'Site' })
    await user.click(site)
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(server.sent(ROUTE)).toEqual([])
    await user.click(await screen.findByText('Open Kitchen'))
    await waitFor(() => expect(site).toHaveAttribute('aria-expanded', 'false'))
    site.focus()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(site).toHaveAttribute('aria-expanded', 'false')
    expect(await screen.findByText(/^1 keyword added/)).toBeVisible()
  })

  it('are added once by a double click, with one notice', async () => {
    const user = userEvent.setup()
    server.answer(ROUTE, () =>
      server.sent(ROUTE).length === 1
        ? added([SEED, LIGHT])
        : { status: 201, body: { added: [], existing: [SEED, LIGHT], change_id: null } },
    )
    openAs(server, 'opm', '/keyword-research?keyword=seed')
    await user.click(await screen.findByRole('checkbox', { name: 'Select seed starting kit' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select grow light' }))
    const button = inBar().getByRole('button', { name: 'Add 2 keywords' })
    // Both clicks come before React redraws the button.
    button.click()
    button.click()
    expect(await screen.findByText('2 keywords added')).toBeVisible()
    expect(screen.getAllByText('2 keywords added')).toHaveLength(1)
    expect(server.sent(ROUTE)).toHaveLength(1)
  })

  it('are added together with a site and tags, named in one notice, and removed by one undo', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/sites', {
      body: [{ site_id: 3, display_name: 'Open Kitchen', logo_url: '', retired: false }],
    })
    server.answer('GET /api/keywords/tags', { body: [] })
    server.answer(ROUTE, added([SEED, LIGHT]))
    openAs(server, 'opm', '/keyword-research?keyword=seed')
    await user.click(await screen.findByRole('checkbox', { name: 'Select seed starting kit' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select grow light' }))
    expect(inBar().getByText('2 selected')).toBeVisible()
    await user.click(inBar().getByRole('combobox', { name: 'Site' }))
    await user.click(await screen.findByText('Open Kitchen'))
    await user.type(inBar().getByRole('combobox', { name: 'Tags' }), 'Garden,')
    await user.click(inBar().getByRole('button', { name: 'Add 2 keywords' }))
    expect(await screen.findByText('2 keywords added to Open Kitchen')).toBeVisible()
    expect(server.sent(ROUTE)[0]?.json).toEqual({
      keywords: ['seed starting kit', 'grow light'],
      sites: [3],
      tags: [{ tag: 'garden' }],
    })
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
    expect(screen.getAllByText('In Copydesk')).toHaveLength(3)
    server.answer('POST /api/keyword-changes/31/undo', {
      body: { change_id: 31, action: 'add', state: 'undone', undo: { back: 2, stays: 0 }, changes: 2 },
    })
    await user.click(screen.getByRole('button', { name: /^Undo/ }))
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Select grow light' })).toBeEnabled())
  })

  it('are left alone by Ctrl and Enter in the field of the lookup, which searches', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/keyword-research?keyword=seed')
    await user.click(await screen.findByRole('checkbox', { name: 'Select seed starting kit' }))
    await user.type(screen.getByRole('textbox', { name: 'Keyword' }), 'mulch')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(location.search).toContain('mulch'))
    expect(server.sent(ROUTE)).toEqual([])
  })

  it('that were ticked while others were being added stay ticked, and the focus stays with the user', async () => {
    const user = userEvent.setup()
    const released = Promise.withResolvers<void>()
    server.answer(ROUTE, async () => {
      await released.promise
      return added([SEED])
    })
    openAs(server, 'opm', '/keyword-research?keyword=seed')
    await user.click(await screen.findByRole('checkbox', { name: 'Select seed starting kit' }))
    await user.click(inBar().getByRole('button', { name: 'Add 1 keyword' }))
    const other = screen.getByRole('checkbox', { name: 'Select grow light' })
    await user.click(other)
    released.resolve()
    expect(await screen.findByText('1 keyword added')).toBeVisible()
    expect(inBar().getByText('1 selected')).toBeVisible()
    expect(other).toBeChecked()
    expect(other).toHaveFocus()
  })

  it('can be added again after an undo, also one that leaves some of them', async () => {
    const user = userEvent.setup()
    server.answer(ROUTE, added([SEED, LIGHT]))
    server.answer('POST /api/keyword-changes/31/undo', {
      body: { change_id: 31, action: 'add', state: 'undone', undo: { back: 1, stays: 1 }, changes: 2 },
    })
    openAs(server, 'opm', '/keyword-research?keyword=seed')
    await user.click(await screen.findByRole('checkbox', { name: 'Select seed starting kit' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select grow light' }))
    await user.click(inBar().getByRole('button', { name: 'Add 2 keywords' }))
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    expect(await screen.findByText(/1 keyword removed, 1 left unchanged/)).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Select grow light' })).toBeEnabled()
  })

  it('leave out keywords that are here already, which lead to their rows', async () => {
    openAs(server, 'opm', '/keyword-research?keyword=seed')
    expect(await screen.findByRole('checkbox', { name: 'Select heat mat' })).toBeDisabled()
    expect(screen.getByRole('link', { name: 'In Copydesk' })).toHaveAttribute(
      'href',
      '/keywords?keyword_id=7',
    )
  })

  it('are chosen and added by keys alone: Space, Shift with an arrow, Ctrl Enter', async () => {
    const user = userEvent.setup()
    server.answer(ROUTE, added([SEED], [LIGHT]))
    openAs(server, 'opm', '/keyword-research?keyword=seed')
    const box = await screen.findByRole('checkbox', { name: 'Select seed starting kit' })
    box.closest('tr')?.focus()
    await user.keyboard(' ')
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(inBar().getByText('2 selected')).toBeVisible()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('1 keyword added')).toBeVisible()
    expect(screen.getByText('1 keyword was already here and stays unchanged.')).toBeVisible()
    expect(server.sent(ROUTE)[0]?.json).toMatchObject({ keywords: ['seed starting kit', 'grow light'] })
  })

  it('stay selected if they could not be added', async () => {
    const user = userEvent.setup()
    server.answer(ROUTE, { status: 500, body: { message: 'Not today.' } })
    openAs(server, 'opm', '/keyword-research?keyword=seed')
    await user.click(await screen.findByRole('checkbox', { name: 'Select grow light' }))
    await user.click(inBar().getByRole('button', { name: 'Add 1 keyword' }))
    expect(await screen.findByText('Error saving keyword.')).toBeVisible()
    expect(inBar().getByText('1 selected')).toBeVisible()
  })
})
