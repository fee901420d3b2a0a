import { Secret, TOTP } from 'otpauth'
import { expect, expectAccessibleInBothThemes, expectFits, signInByForm, test } from './fixtures.ts'
import { productDay, productNow } from './product-day.ts'

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: productNow().getTime(),
  })

test('an administrator requires a second factor from today; a colleague sets one up at the next sign-in and arrives where they were going', async ({
  page,
  signIn,
  sample,
  browser,
  desk,
  allowConsole,
}) => {
  allowConsole(/status of 422 .* at \/api\/sign-in-rules/)
  const { call } = await signIn('adm')
  await page.goto('/users')
  await page.getByRole('link', { name: 'Sign-in rules' }).click()
  await page.getByRole('radio', { name: /^Everybody/ }).check()
  await page.getByRole('textbox', { name: 'From' }).fill(productDay())
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByText('You don’t have a second factor yet.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1440, height: 900 })

  const { secret } = await call('POST', '/api/profile/factors/totp')
  await call('PUT', '/api/profile/factors/totp', { code: codeOf(secret) })
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByText('version 1')).toBeVisible()

  const context = await browser.newContext({ baseURL: desk.url })
  const colleague = await context.newPage()
  await colleague.goto('/articles/pending')
  const dana = sample.people.find(({ role }) => role.id === 'qa')
  await signInByForm(colleague, dana?.username ?? '', sample.password)
  await expect(colleague.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expect(colleague.getByRole('button', { name: /^Authenticator app/ })).toBeVisible()
  await expectAccessibleInBothThemes(colleague)
  await expectFits(colleague, 360)
  await colleague.getByRole('button', { name: /^Authenticator app/ }).click()
  const key = (await colleague.locator('.totp-secret').textContent()) ?? ''
  await colleague.getByRole('textbox', { name: 'Code' }).fill(codeOf(key))
  await colleague.getByRole('textbox', { name: 'Code' }).press('Enter')
  const codes = colleague.getByRole('dialog', { name: 'Keep these codes' })
  await codes.getByLabel('I’ve kept them somewhere safe').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(colleague).toHaveURL('/articles/pending')
  await expect(colleague.getByRole('heading', { name: 'My Pending Articles' })).toBeVisible()
  await context.close()
})
