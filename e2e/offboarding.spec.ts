import { expect, expectAccessible, test } from './fixtures.ts'

test('a run closes every account in the background, hands the open work over, and keeps its report [ACCESS-013] [ACCESS-014]', {
  tag: '@first',
}, async ({ page, context, signIn }) => {
  await signIn('adm')
  await page.goto('/user-access')
  await page.getByLabel('Account email').fill('dana.okafor@copydesk.example')
  await page.getByLabel('Manager email').fill('marcus.thiele@copydesk.example')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('4 of 4 systems are still open')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke all 4' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke all of Dana Okafor’s access?' })
  await expect(dialog.getByText('Will be closed')).toHaveCount(4)
  await expectAccessible(page)
  // The named manager, until the user chooses someone else. A select with the focus has its value twice.
  await expect(dialog.locator('.ant-select')).toContainText('Marcus Thiele')
  await dialog.getByRole('button', { name: 'Revoke all 4' }).click()
  await expect(page.getByRole('region', { name: /^Offboarding run \d+$/ })).toBeVisible()

  // The tab is closed; the run continues on the server.
  const other = await context.newPage()
  await page.close()
  await other.goto('/user-access')
  await other.getByRole('link', { name: /^Run \d+, Dana Okafor$/ }).click()
  await expect(other.getByText('Closed on all 4 systems')).toBeVisible({ timeout: 60_000 })
  const systems = other.getByRole('region', { name: 'Systems' })
  await expect(systems.getByText('Revoked')).toHaveCount(4)
  await expect(other.getByText(/open articles to Marcus Thiele/)).toBeVisible()

  await other.emulateMedia({ media: 'print' })
  await expect(other.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(systems).toBeVisible()
  await other.emulateMedia({ media: 'screen' })
  await other.getByRole('button', { name: 'Export CSV' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
  const file = other.waitForEvent('download', { timeout: 60_000 })
  await other.getByRole('button', { name: /^Download offboarding-run-\d+\.csv$/ }).click({ timeout: 60_000 })
  expect((await file).suggestedFilename()).toMatch(/^offboarding-run-\d+\.csv$/)
})
