import { expect, signInByForm, test } from './fixtures.ts'

test('signing out elsewhere ends the session of another browser, and leaves the current one', async ({
  page,
  browser,
  signIn,
  sample,
  desk,
  allowConsole,
}) => {
  allowConsole(/status of 401 .* at \/api\//)
  const person = sample.people.find(({ role }) => role.id === 'opm')
  const elsewhere = await browser.newPage({
    baseURL: desk.url,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  })
  await elsewhere.goto('/')
  await signInByForm(elsewhere, person?.username ?? '', sample.password)
  await expect(elsewhere.getByRole('banner')).toBeVisible()

  await signIn('opm')
  await page.goto('/profile?tab=sign-in')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByText('Safari on iPhone')).toBeVisible()
  await sessions.getByRole('button', { name: 'Sign out elsewhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out elsewhere' }).click()
  await expect(sessions.getByText('No other sessions.')).toBeVisible()
  await expect(sessions.getByText('Safari on iPhone')).toHaveCount(0)

  await elsewhere.reload()
  await expect(elsewhere.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
  await elsewhere.close()
})
