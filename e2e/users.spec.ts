import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleInBothThemes, expectFits, test } from './fixtures.ts'

const form = (page: Page) => page.getByRole('form')
const question = (page: Page, title: string) => page.getByRole('dialog').filter({ hasText: title }).last()

const chosenRole = (page: Page): Locator => form(page).locator('.ant-select')

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await form(page).getByLabel(label).fill(value)
}

const submit = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).last().click()

test('a new user: the form names missing fields, a refused save gives its reason and keeps the text, the default role is opm, and the user can be locked [USER-008, USER-011, USER-012, USER-013, USER-014, USER-015, USER-020, USER-022, USER-032, USER-033, USER-039, USER-040]', {
  tag: '@first',
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 4\d\d .* at \/api\/users$/)
  await signIn('adm')
  await page.goto('/users')
  const roles = page.waitForResponse(/\/api\/auth\/roles$/)
  await page.getByRole('button', { name: 'New User' }).click()
  expect(await (await roles).json()).toContainEqual({ id: 'opm', description: 'Operations manager' })
  await submit(page, 'Create User')
  await expect(form(page).getByText('Please a valid email!')).toBeVisible()
  await expect(form(page).getByText('Please input the first name!')).toBeVisible()
  await expect(form(page).getByText('Please input the last name!')).toBeVisible()

  await fill(page, { Email: 'not-an-address', 'First name': 'Ada', 'Last name': '  ' })
  await expect(form(page).getByText('Please a valid email!')).toHaveCount(0)
  await submit(page, 'Create User')
  await expect(form(page).getByText('Please a valid email!')).toBeVisible()
  await expect(form(page).getByText('Please input the first name!')).toHaveCount(0)
  await expect(form(page).getByText('Please input the last name!')).toBeVisible()

  await fill(page, { Email: 'dana.okafor@copydesk.example', 'First name': 'Dana', 'Last name': 'Twice' })
  await submit(page, 'Create User')
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('Error saving user.')
  await expect(alert).toContainText('This email already belongs to another user.')
  await expect(form(page).getByLabel('Last name')).toHaveValue('Twice')
  await page.keyboard.press('Escape')
  await question(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'New User' }).click()
  await expect(chosenRole(page)).toContainText('Operations manager')
  await form(page).getByRole('combobox', { name: 'Role' }).click()
  for (const role of ['Admin', 'QA', 'Engineer', 'Writer'])
    await expect(page.locator('.ant-select-dropdown').getByText(role, { exact: true })).toBeVisible()
  await form(page).getByRole('combobox', { name: 'Role' }).press('Escape')
  const username = `ada.${Date.now()}@copydesk.example`
  await fill(page, { Email: ` ${username.toUpperCase()}`, 'First name': 'Ada', 'Last name': 'Newcome' })
  const created = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /\/api\/users$/.test(response.url()),
  )
  await page.keyboard.press('Control+Enter')
  const answer = await created
  expect(Object.keys(answer.request().postDataJSON()).sort()).toEqual([
    'active',
    'first_name',
    'last_name',
    'role_id',
    'username',
  ])
  expect(await answer.json()).toMatchObject({
    username,
    first_name: 'Ada',
    active: 1,
    role_id: 'opm',
    role: { id: 'opm', description: 'Operations manager' },
    sign_in_count: 0,
    last_sign_in_at: null,
  })
  await expect(page.getByText('User created.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/new=/)

  await page.getByLabel('Search by name or email').fill(username)
  const row = page.getByRole('row', { name: new RegExp(username) })
  await row.getByRole('button', { name: 'Edit Ada Newcome' }).click()
  await form(page).getByRole('switch', { name: 'Active' }).click()
  await question(page, 'Do you want to lock this user?').getByRole('button', { name: 'Yes' }).click()
  await submit(page, 'Save')
  await expect(row).toContainText('Locked')
})

test('a long name fits the table, the details and the form of users; the form is accessible in both themes', async ({
  page,
  signIn,
}) => {
  const admin = await signIn('adm')
  const user = await admin.call('POST', '/api/users', {
    username: `extra.${Date.now()}@copydesk.example`,
    first_name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
    last_name: 'Extra',
    role_id: 'qa',
    active: true,
  })
  for (const path of ['/users', `/users/${user.id}`, `/users?user=${user.id}`]) {
    await page.goto(path)
    await expect(
      page
        .getByText(/^Wolfeschlegel/)
        .or(form(page))
        .first(),
    ).toBeAttached()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    for (const width of [390, 360, 1440]) await expectFits(page, width)
  }
  await expectAccessibleInBothThemes(page)
})
