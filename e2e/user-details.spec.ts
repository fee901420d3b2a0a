import { expect, type Session, test } from './fixtures.ts'

let number = 0

/** A user of this test's own. */
async function someUser(admin: Session, changes: Record<string, unknown> = {}) {
  const username = `extra.${++number}.${Date.now()}@copydesk.example`
  const blank = { username, first_name: 'Zora', last_name: `Extra ${number}`, role_id: 'qa', active: true }
  return admin.call('POST', '/api/users', { ...blank, ...changes })
}

test('the details tell who somebody is [USER-002, USER-023, USER-024, USER-025, USER-027, USER-028, USER-029, USER-031, USER-037]', async ({
  page,
  signIn,
}) => {
  const eng = await signIn('eng')
  const { nodes } = await eng.call('GET', '/api/users?query=dana.okafor')
  const [dana] = nodes
  const read = page.waitForResponse(new RegExp(`/api/users/${dana.id}$`))
  await page.goto('/users')
  await page.getByRole('link', { name: 'Dana Okafor' }).click()
  expect((await read).status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'User details' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Dana Okafor' })).toBeVisible()
  await expect(page.getByRole('link', { name: dana.username })).toHaveAttribute(
    'href',
    `mailto:${dana.username}`,
  )
  const card = page.getByRole('article')
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await expect(card.getByText('QA', { exact: true })).toBeVisible()
  await expect(card.getByText(dana.sign_in_count.toLocaleString('en-US'), { exact: true })).toBeVisible()
  await expect(card.locator('time')).toHaveAttribute('datetime', dana.last_sign_in_at)
  await expect(card.getByText('Articles count is not available')).toBeVisible()
  await expect(page.getByRole('region', { name: 'May do' })).toContainText('13 of 23, role QA')
  await expect(page.getByRole('img', { name: /^Visits a day, the last 90 days/ })).toBeVisible()
  await page.getByRole('link', { name: 'User Activity' }).click()
  await expect(page).toHaveURL(new RegExp(`/user-activity\\?user=${dana.id}$`))
})

test("who never signed in was last seen 'unkown', who is locked is 'Locked' [USER-026, USER-030]", async ({
  page,
  signIn,
}) => {
  const user = await someUser(await signIn('adm'), { active: false })
  await page.goto(`/users/${user.id}`)
  await expect(page.getByRole('article').getByText('Locked', { exact: true })).toBeVisible()
  await expect(page.getByRole('article').getByText('unkown', { exact: true })).toBeVisible()
})

test('a number that no user has says so', async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 40[04] .* at \/api\/users\//)
  await signIn('adm')
  for (const id of ['987654', 'nonsense', '0']) {
    await page.goto(`/users/${id}`)
    await expect(page.getByText('There is no user with this number.')).toBeVisible()
  }
})

test('an admin signs somebody out, whose next call says so', async ({ page, signIn, sessionOf }) => {
  const qa = await sessionOf('qa')
  await signIn('adm')
  await page.goto(`/users/${qa.user.id}`)
  const sessions = page.getByRole('region', { name: 'Signed in' })
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(sessions).toContainText('Signed in nowhere.')
  await expect(page.getByRole('region', { name: 'Audit trail' })).toContainText('signed somebody out')
  await expect(qa.call('GET', '/api/profile')).rejects.toThrow(/An administrator has signed you out/)
})
