import { expect, test } from './fixtures.ts'

test('the details tell who somebody is [USER-002, USER-023, USER-024, USER-025, USER-027, USER-028, USER-029, USER-031, USER-037]', {
  tag: '@first',
}, async ({ page, signIn }) => {
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
