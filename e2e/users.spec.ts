import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  type Session,
  signInByForm,
  test,
} from './fixtures.ts'

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

test('the table lists users by first name, twenty to a page [USER-001, USER-004, USER-009, USER-010, USER-035, USER-036]', async ({
  page,
  signIn,
}) => {
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
  await page.getByRole('listitem', { name: '2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(tableRows(page)).toHaveCount(Math.min(20, totalCount - 20))
})

test('search, sort and page live in the address, and Back restores them [USER-003, USER-035]', async ({
  page,
  signIn,
}) => {
  await signIn('adm')
  await page.goto('/users')
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

test('each right shows its own button, and no other [USER-005, USER-006, USER-007]', async ({
  page,
  signIn,
}) => {
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
})

test("'Send Test Email' asks the server to mail and says what went out [USER-038]", async ({
  page,
  signIn,
}) => {
  await signIn('eng')
  await page.goto('/users?query=okafor')
  const sent = page.waitForRequest(/\/api\/users\/\d+\/email\/resend$/)
  await page.getByRole('button', { name: 'Send Test Email to Dana Okafor' }).click()
  expect((await sent).method()).toBe('POST')
  await expect(page.getByText('The test mail is on its way.')).toBeVisible()
})

test('the form says what is missing [USER-008, USER-012, USER-013, USER-014, USER-015]', async ({
  page,
  signIn,
}) => {
  await signIn('adm')
  await page.goto('/users')
  await page.getByRole('button', { name: 'New User' }).click()
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
})

test('a new user is an opm unless said otherwise [USER-011, USER-020, USER-022, USER-032, USER-033, USER-040]', async ({
  page,
  signIn,
}) => {
  await signIn('adm')
  const roles = page.waitForResponse(/\/api\/auth\/roles$/)
  await page.goto('/users?new=1')
  expect(await (await roles).json()).toContainEqual({ id: 'opm', description: 'Operations manager' })
  await expect(chosenRole(page)).toContainText('Operations manager')
  await form(page).getByRole('combobox', { name: 'Role' }).click()
  for (const role of ['Admin', 'QA', 'Engineer', 'Writer'])
    await expect(page.locator('.ant-select-dropdown').getByText(role, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/users?new=1')

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

test('a change of a user is sent and shown [USER-006, USER-034, USER-041]', async ({ page, signIn }) => {
  const user = await someUser(await signIn('adm'))
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
})

test('locking asks first and unlocking does not [USER-016, USER-017]', async ({ page, signIn }) => {
  const admin = await signIn('adm')
  const user = await someUser(admin)
  await page.goto(`/users?query=${user.username}`)
  await page.getByRole('button', { name: /^Edit Zora/ }).click()
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

  await page.getByRole('button', { name: /^Edit Zora/ }).click()
  await active.click()
  await expect(active).toBeChecked()
  await submit(page, 'Save')
  await expect(tableRows(page)).toContainText('Active')
  expect(await admin.call('GET', `/api/users/${user.id}`)).toMatchObject({ active: 1 })
})

// Decision D120: while a user is edited, the role goes back to the one that was loaded.
test('cancelling the warning about admins takes the role back [USER-018, USER-019]', async ({
  page,
  signIn,
}) => {
  const user = await someUser(await signIn('adm'))
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
})

test('a refused save names its reason and loses no text [USER-039]', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d .* at \/api\/users$/)
  await signIn('adm')
  await page.goto('/users?new=1')
  await fill(page, { Email: 'dana.okafor@copydesk.example', 'First name': 'Dana', 'Last name': 'Twice' })
  await submit(page, 'Create User')
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('Error saving user.')
  await expect(alert).toContainText('This email belongs to another user already.')
  await expect(form(page).getByLabel('Last name')).toHaveValue('Twice')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question(page, 'Discard your changes?')).toBeVisible()
})

test('text typed when the session ends is there again after signing in', async ({
  page,
  signIn,
  sample,
  allowConsole,
}) => {
  allowConsole(/status of 401 .* at \/api\//)
  const admin = await signIn('adm')
  await page.goto('/users?new=1')
  await fill(page, { Email: 'late@copydesk.example', 'First name': 'Late', 'Last name': 'Typist' })
  await admin.call('DELETE', '/api/auth')
  await submit(page, 'Create User')
  const person = sample.people.find(({ role }) => role.id === 'adm')
  await signInByForm(page, person?.username ?? '', sample.password)
  await expect(form(page).getByLabel('Last name')).toHaveValue('Typist')
  await expect(form(page).getByLabel('Email')).toHaveValue('late@copydesk.example')
})

test('an admin who locks himself is refused and told why [USER-039]', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d .* at \/api\/users\/\d+$/)
  const admin = await signIn('adm')
  await page.goto(`/users?user=${admin.user.id}`)
  await form(page).getByRole('switch', { name: 'Active' }).click()
  await question(page, 'Do you want to lock this user?').getByRole('button', { name: 'Yes' }).click()
  await submit(page, 'Save')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('You cannot lock yourself.')
})

test('a row leads to its person wherever it is pressed, but for its buttons', async ({ page, signIn }) => {
  await signIn('eng')
  await page.goto('/users?query=okafor')
  const row = page.getByRole('row', { name: /Dana Okafor/ })
  await row.getByText('QA', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'User details' })).toBeVisible()
})

test('admins carry a tag of their own [USER-021]', async ({ page, signIn }) => {
  await signIn('eng')
  await page.goto('/users')
  await expect(page.getByRole('row', { name: /Ines Aldana/ }).locator('.role-badge')).toHaveText('Admin')
  await expect(page.getByRole('row', { name: /Dana Okafor/ }).locator('.role-badge')).toHaveCount(0)
})

test('failed reads say what could not be searched [USER-042, USER-043]', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 400 .* at \/api\/(users|auth\/roles)$/)
  await signIn('adm')
  const refusal = { status: 400, json: { code: 'invalid', message: 'Not today.' } }
  await page.route('**/api/users?*', (route) => route.fulfill(refusal))
  await page.route('**/api/auth/roles', (route) => route.fulfill(refusal))
  await page.goto('/users')
  await expect(page.getByRole('alert')).toContainText('Users could not be searched.')
  await expect(page.getByRole('alert')).toContainText('Not today.')
  await page.getByRole('button', { name: 'New User' }).click()
  await expect(page.getByRole('dialog')).toContainText('Roles could not be searched.')
  await page.unrouteAll()
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
  await expect(form(page).getByLabel('Email')).toBeVisible()
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

test('an admin is asked before giving up the own rights', async ({ page, signIn }) => {
  const admin = await signIn('adm')
  await page.goto(`/users?user=${admin.user.id}`)
  await chooseRole(page, 'QA')
  await submit(page, 'Save')
  const asked = question(page, 'Give up your own admin rights?')
  await asked.getByRole('button', { name: 'Stay admin' }).click()
  await expect(asked).toBeHidden()
  await expect(form(page).getByLabel('Email')).toHaveValue(admin.user.username)
  expect((await admin.call('GET', `/api/users/${admin.user.id}`)).role_id).toBe('adm')
})
