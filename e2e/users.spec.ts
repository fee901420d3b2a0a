import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleInBothThemes, expectFits, type Session, test } from './fixtures.ts'

// The last long file of the run: each of its tests goes to whichever worker is free, so that none stands idle at the end.
test.describe.configure({ mode: 'parallel' })

let number = 0

/** A user of this test's own. */
async function someUser(admin: Session, changes: Record<string, unknown> = {}) {
  const username = `extra.${++number}.${Date.now()}@copydesk.example`
  const blank = { username, first_name: 'Zora', last_name: `Extra ${number}`, role_id: 'qa', active: true }
  return admin.call('POST', '/api/users', { ...blank, ...changes })
}

const tableRows = (page: Page) =>
  page.getByRole('region', { name: 'Users' }).locator('tbody tr[data-row-key]')
const form = (page: Page) => page.getByRole('form')
const question = (page: Page, title: string) => page.getByRole('dialog').filter({ hasText: title }).last()

/** A list that is still moving takes the click elsewhere. */
async function chooseRole(page: Page, description: string) {
  const list = page.locator('.ant-select-dropdown')
  await form(page).getByRole('combobox', { name: 'Role' }).click()
  await expect(list).toHaveClass(/ant-select-dropdown-placement/)
  await expect(list).not.toHaveClass(/motion|slide/)
  await list.getByText(description, { exact: true }).click()
  await expect(list).toBeHidden()
}

const chosenRole = (page: Page): Locator => form(page).locator('.ant-select')

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await form(page).getByLabel(label).fill(value)
}

const submit = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).last().click()

test('the table lists users by first name, twenty to a page, admins with a tag of their own; search, sort and page live in the address, and Back restores them [USER-001, USER-003, USER-004, USER-009, USER-010, USER-021, USER-035, USER-036]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const admin = await signIn('adm')
  for (let count = 0; count < 8; count++) await someUser(admin)
  const answered = page.waitForResponse((response) => response.url().includes('/api/users?'))
  await page.goto('/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users management' })).toBeVisible()

  const response = await answered
  const asked = new URL(response.url()).searchParams
  expect(Object.fromEntries(asked)).toEqual({ page: '1', sort: 'first_name', sortOrder: 'asc' })
  const { nodes, totalCount } = await response.json()
  expect(nodes).toHaveLength(20)
  expect(totalCount).toBeGreaterThan(20)

  await expect(tableRows(page)).toHaveCount(20)
  const names = await tableRows(page).locator('td:first-child a').allTextContents()
  expect(names).toEqual(
    [...names].sort((one, other) => {
      const [first = '', second = ''] = [one, other].map((name) => name.split(' ')[0] ?? '')
      return first.localeCompare(second)
    }),
  )
  await expect(page.getByRole('row', { name: /Ines Aldana/ }).locator('.role-badge')).toHaveText('Admin')
  await expect(page.getByRole('row', { name: /Dana Okafor/ }).locator('.role-badge')).toHaveCount(0)
  await page.getByRole('listitem', { name: '2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(tableRows(page)).toHaveCount(Math.min(20, totalCount - 20))

  await page.getByRole('columnheader', { name: 'Email' }).click()
  await expect(page).toHaveURL(/sort=username/)
  await page.getByRole('columnheader', { name: 'Email' }).click()
  await expect(page).toHaveURL(/sortOrder=desc/)
  await expect(tableRows(page).first()).not.toContainText('Amara')
  await page.goBack()
  await expect(page).toHaveURL(/\/users\?sort=username$/)
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending')

  const searched = page.waitForRequest(/\/api\/users\?.*query=okafor/)
  await page.getByLabel('Search by name or email').fill('okafor')
  await searched
  await expect(tableRows(page)).toHaveCount(1)
  await expect(tableRows(page)).toContainText('Dana Okafor')
  await page.reload()
  await expect(page.getByLabel('Search by name or email')).toHaveValue('okafor')
  await expect(tableRows(page)).toHaveCount(1)

  await page.getByLabel('Search by name or email').fill('nobody-at-all')
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await expect(page.getByLabel('Search by name or email')).toHaveValue('')
  await page.goto('/users?page=abc&sort=password&sortOrder=up')
  await expect(tableRows(page).filter({ hasText: 'Amara Nwosu' })).toBeVisible()
})

test('each right shows its own button, and no other; a test mail goes out, and a row leads to its person [USER-005, USER-006, USER-007, USER-038]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const newUser = page.getByRole('button', { name: 'New User' })
  const edit = page.getByRole('button', { name: /^Edit / })
  const mail = page.getByRole('button', { name: /^Send Test Email/ })

  const admin = await signIn('adm')
  for (let count = 0; count < 5; count++) await someUser(admin)
  await page.goto('/users')
  await expect(newUser).toBeVisible()
  await expect(tableRows(page)).toHaveCount(20)
  await expect(edit).toHaveCount(20)
  await expect(mail).toHaveCount(0)

  await signIn('eng')
  await page.goto('/users?new=1')
  await expect(tableRows(page)).toHaveCount(20)
  await expect(mail).toHaveCount(20)
  await expect(newUser).toHaveCount(0)
  await expect(edit).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByLabel('Search by name or email').fill('okafor')
  await expect(tableRows(page)).toHaveCount(1)
  const sent = page.waitForRequest(/\/api\/users\/\d+\/email\/resend$/)
  await page.getByRole('button', { name: 'Send Test Email to Dana Okafor' }).click()
  expect((await sent).method()).toBe('POST')
  await expect(page.getByText('The test mail is on its way.')).toBeVisible()
  // Wherever it is pressed, but for its buttons.
  await page
    .getByRole('row', { name: /Dana Okafor/ })
    .getByText('QA', { exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'User details' })).toBeVisible()
})

test('a new user: the form says what is missing, a refused save names its reason and loses no text, and who is created is an opm unless said otherwise [USER-008, USER-011, USER-012, USER-013, USER-014, USER-015, USER-020, USER-022, USER-032, USER-033, USER-039, USER-040]', {
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
  await expect(alert).toContainText('This email belongs to another user already.')
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
})

test('a change of a user is sent and shown; locking asks first, and unlocking does not [USER-006, USER-016, USER-017, USER-034, USER-041]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const admin = await signIn('adm')
  const user = await someUser(admin)
  await page.goto(`/users?query=${user.username}`)
  await page.getByRole('button', { name: /^Edit Zora/ }).click()
  await expect(page).toHaveURL(new RegExp(`user=${user.id}`))
  await expect(form(page).getByLabel('Email')).toHaveValue(user.username)
  await fill(page, { 'First name': 'Zadie' })
  await chooseRole(page, 'Writer')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await submit(page, 'Save')
  expect((await sent).url()).toMatch(new RegExp(`/api/users/${user.id}$`))
  expect((await sent).postDataJSON()).toEqual({
    username: user.username,
    first_name: 'Zadie',
    last_name: user.last_name,
    role_id: 'wrt',
    active: true,
    version: expect.any(Number),
  })
  await expect(page.getByText('User updated.')).toBeVisible()
  await expect(tableRows(page)).toContainText('Zadie')
  await expect(tableRows(page)).toContainText('Writer')

  await page.getByRole('button', { name: /^Edit Zadie/ }).click()
  const active = form(page).getByRole('switch', { name: 'Active' })
  await active.click()
  await question(page, 'Do you want to lock this user?').getByRole('button', { name: 'No' }).click()
  await expect(active).toBeChecked()
  await active.click()
  await question(page, 'Do you want to lock this user?').getByRole('button', { name: 'Yes' }).click()
  await expect(active).not.toBeChecked()
  await submit(page, 'Save')
  await expect(tableRows(page)).toContainText('Locked')
  expect(await admin.call('GET', `/api/users/${user.id}`)).toMatchObject({ active: 0 })

  await page.getByRole('button', { name: /^Edit Zadie/ }).click()
  await active.click()
  await expect(active).toBeChecked()
  await submit(page, 'Save')
  await expect(tableRows(page)).toContainText('Active')
  expect(await admin.call('GET', `/api/users/${user.id}`)).toMatchObject({ active: 1 })
})

// Decision D120: while a user is edited, the role goes back to the one that was loaded.
test('cancelling the warning about admins takes the role back; an admin neither locks himself nor gives up the own rights unasked [USER-018, USER-019, USER-039]', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d .* at \/api\/users\/\d+$/)
  const admin = await signIn('adm')
  const user = await someUser(admin)
  await page.goto('/users?new=1')
  await chooseRole(page, 'Writer')
  await chooseRole(page, 'Admin')
  const warning = question(page, 'Make this user an admin?')
  await expect(warning).toContainText('Admins create and lock users')
  await warning.getByRole('button', { name: 'Cancel' }).click()
  await expect(chosenRole(page)).toContainText('Operations manager')

  await page.goto(`/users?user=${user.id}`)
  await expect(chosenRole(page)).toContainText('QA')
  await chooseRole(page, 'Admin')
  await question(page, 'an admin?').getByRole('button', { name: 'Cancel' }).click()
  await expect(chosenRole(page)).toContainText('QA')
  await chooseRole(page, 'Admin')
  await question(page, 'an admin?').getByRole('button', { name: 'Make admin' }).click()
  await expect(chosenRole(page)).toContainText('Admin')

  await page.goto(`/users?user=${admin.user.id}`)
  const active = form(page).getByRole('switch', { name: 'Active' })
  await active.click()
  await question(page, 'Do you want to lock this user?').getByRole('button', { name: 'Yes' }).click()
  await submit(page, 'Save')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('You cannot lock yourself.')
  await active.click()
  await expect(active).toBeChecked()
  await chooseRole(page, 'QA')
  await submit(page, 'Save')
  const asked = question(page, 'Give up your own admin rights?')
  await asked.getByRole('button', { name: 'Stay admin' }).click()
  await expect(asked).toBeHidden()
  await expect(form(page).getByLabel('Email')).toHaveValue(admin.user.username)
  expect((await admin.call('GET', `/api/users/${admin.user.id}`)).role_id).toBe('adm')
})

test('users, the form and the details are accessible in both themes, and fit every width', async ({
  page,
  signIn,
}) => {
  const user = await someUser(await signIn('adm'), {
    first_name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
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
    await expectAccessibleInBothThemes(page)
    for (const width of [390, 360, 1440]) await expectFits(page, width)
  }
})
