import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RoleId } from '#shared/access/roles.ts'
import { SCREENS } from '#shared/access/screens.ts'
import type { CommissionCategory } from '#shared/features/products/commission-categories/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const KITCHEN: CommissionCategory = {
  commission_category_id: 4,
  name: 'Kitchen',
  commission: 4.5,
  products: 1240,
  earnings: 4410.2,
  version: 3,
}
const BABY = {
  ...KITCHEN,
  commission_category_id: 5,
  name: 'Baby',
  commission: 3,
  products: 0,
  earnings: null,
}
const LIST = 'GET /api/commission-categories'
const SAVED = { body: KITCHEN }

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
})
afterEach(() => server.close())

function open({ role = 'opm' as RoleId, search = '', total = 2 } = {}) {
  server.answer(LIST, { body: { nodes: [KITCHEN, BABY], totalCount: total, page: 1 } })
  return openAs(server, role, `/commission-categories${search}`)
}
const row = (name: RegExp) => screen.findByRole('row', { name })
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))

it('the screen at /commission-categories is named “Commission Categories” and has a table of them, with two decimals [COMMIS-001, COMMIS-002, COMMIS-012]', async () => {
  open()
  expect(SCREENS.commissionCategories.path).toBe('/commission-categories')
  expect(await screen.findByRole('heading', { level: 1, name: 'Commission Categories' })).toBeInTheDocument()
  for (const text of ['4.50 %', '1,240', '$4,410.20'])
    expect(within(await row(/Kitchen/)).getByText(text)).toBeInTheDocument()
  expect(within(await row(/Baby/)).getByText('3.00 %')).toBeInTheDocument()
})

it('on a phone a category says in words how many products it has, and their earnings', async () => {
  browser().setViewport({ width: 390, height: 844 })
  open()
  expect(await screen.findByText('1,240 products, $4,410.20 in 30 days')).toBeInTheDocument()
  expect(screen.getByText('0 products')).toBeInTheDocument()
})

it('the table asks for its first page by name, descending, and shows pages of twenty [COMMIS-003, COMMIS-004, COMMIS-013]', async () => {
  open({ total: 41 })
  await row(/Kitchen/)
  expect(server.sent(LIST).map(({ search }) => search)[0]).toBe('?page=1&sort=name&sortOrder=desc')
  expect(screen.getByText(/of 41/)).toHaveTextContent('1–20 of 41')
  await user.click(within(screen.getByRole('columnheader', { name: /^Commission/ })).getByText('Commission'))
  await waitFor(() => expect(server.sent(LIST).at(-1)?.search).toContain('sort=commission'))
})

it.each(['opm', 'eng'] as const)(
  'as a manager of categories %s can create, edit and delete [COMMIS-005, COMMIS-006, COMMIS-007]',
  async (role) => {
    open({ role })
    await row(/Kitchen/)
    for (const name of ['New category', 'Edit Kitchen', 'Delete Kitchen'])
      expect(screen.getByRole('button', { name })).toBeEnabled()
  },
)

it('users with read access see no button to create, edit or delete, and no address opens one [COMMIS-005, COMMIS-006, COMMIS-007]', async () => {
  server.answer(LIST, { body: { nodes: [KITCHEN], totalCount: 1, page: 1 } })
  openAs(server, 'opm', '/commission-categories?new=1&category=4', { permissions: ['CommissionCategories'] })
  await row(/Kitchen/)
  for (const name of [/New category/, /^Edit/, /^Delete/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('a new category is sent with name and commission, and reported as created [COMMIS-014, COMMIS-018]', async () => {
  open()
  server.answer('POST /api/commission-categories', { status: 201, ...SAVED })
  await press('New category')
  const form = await dialog()
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Garden')
  await user.type(form.getByRole('textbox', { name: /^Commission/ }), '4,5 %{Enter}')
  expect(await screen.findByText('Commission category saved.')).toBeInTheDocument()
  expect(server.sent('POST /api/commission-categories').map(({ json }) => json)).toEqual([
    { name: 'Garden', commission: 4.5 },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('an edited category is sent with its number, and reported as saved [COMMIS-015, COMMIS-019]', async () => {
  open({ search: '?category=4' })
  server.answer('PUT /api/commission-categories', SAVED)
  const form = await dialog()
  const commission = form.getByRole('textbox', { name: /^Commission/ })
  expect(commission).toHaveValue('4.50')
  await user.clear(commission)
  await user.type(commission, '5')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Commission category updated.')).toBeInTheDocument()
  expect(server.sent('PUT /api/commission-categories').map(({ json }) => json)).toEqual([
    { commission_category_id: 4, name: 'Kitchen', commission: 5, version: 3 },
  ])
})

it('an edit of a category that another user has changed takes that change, and asks about values that both changed', async () => {
  open({ search: '?category=4' })
  const form = await dialog()
  await user.type(form.getByRole('textbox', { name: /^Name/ }), ' and Table')
  const current = { ...KITCHEN, commission: 6, version: 4 }
  server.answer('PUT /api/commission-categories', {
    status: 409,
    body: { message: 'Another user has changed this category.', details: { current } },
  })
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/now includes their changes/)).toBeVisible()
  expect(form.getByRole('textbox', { name: /^Commission/ })).toHaveValue('6.00')
  server.answer('PUT /api/commission-categories', SAVED)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.sent('PUT /api/commission-categories').map(({ json }) => json)).toEqual([
      { commission_category_id: 4, name: 'Kitchen and Table', commission: 4.5, version: 3 },
      { commission_category_id: 4, name: 'Kitchen and Table', commission: 6, version: 4 },
    ]),
  )
})

it('a form is not sent without a name, with too long a name, or without a commission [COMMIS-009, COMMIS-010, COMMIS-011]', async () => {
  open({ search: '?new=1' })
  const form = await dialog()
  await user.click(form.getByRole('button', { name: 'Create' }))
  expect(await form.findByText('Please input a commission percentage!')).toBeInTheDocument()
  expect(form.getByText('Please input a name!')).toBeInTheDocument()
  await user.click(form.getByRole('textbox', { name: /^Name/ }))
  await user.paste('x'.repeat(151))
  await user.click(form.getByRole('button', { name: 'Create' }))
  expect(await form.findByText('At most 150 characters')).toBeInTheDocument()
  expect(server.sent('POST /api/commission-categories')).toEqual([])
})

it('a failed save is reported above the buttons with its reason, and keeps the form [COMMIS-017]', async () => {
  open({ search: '?category=4' })
  const message = 'The category “Baby” already exists.'
  server.answer('PUT /api/commission-categories', { status: 409, body: { message } })
  const form = await dialog()
  const name = form.getByRole('textbox', { name: /^Name/ })
  await user.clear(name)
  await user.type(name, 'Baby{Enter}')
  expect(await form.findByText('Error saving commission category.')).toBeInTheDocument()
  expect(form.getByText(message)).toBeInTheDocument()
  expect(name).toHaveValue('Baby')
})

it('a category is deleted after a confirmation, and reported as deleted [COMMIS-016, COMMIS-020]', async () => {
  open()
  server.answer('DELETE /api/commission-categories', { status: 204 })
  await press('Delete Kitchen')
  const question = await dialog()
  expect(question.getByText('Delete “Kitchen”?')).toBeInTheDocument()
  expect(server.sent('DELETE /api/commission-categories')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Commission category deleted.')).toBeInTheDocument()
  expect(server.sent('DELETE /api/commission-categories').map(({ json }) => json)).toEqual([
    { commission_category_id: 4 },
  ])
})
