import { expect, expectAccessible, test } from './fixtures.ts'

test('an engineer switches a flag off and on again, and every user’s screens follow [FLAG-019]', {
  tag: '@first',
}, async ({ page, signIn, sample, openColleague }) => {
  await signIn('eng')
  await page.goto('/feature-flag')
  await page.getByRole('button', { name: 'Edit SELF_APPROVAL' }).click()
  await page.getByRole('table').getByRole('switch', { name: 'Value' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const row = page.getByRole('row', { name: /SELF_APPROVAL/ })
  await expect(row.getByRole('switch')).toHaveCount(0)
  await expect(row.getByText('false', { exact: true })).toBeVisible()
  const reviewer = sample.people.find(({ role }) => role.id === 'qa')?.username ?? ''
  const { page: colleague } = await openColleague(reviewer)
  const flags = colleague.waitForResponse('**/api/feature-flags')
  await colleague.goto('/articles/pending')
  const told: { feature_flag: string; value: unknown }[] = await (await flags).json()
  expect(told.find(({ feature_flag }) => feature_flag === 'SELF_APPROVAL')?.value).toBe(false)
  await page.getByRole('button', { name: 'Undo: SELF_APPROVAL changed' }).click()
  await expect(row.getByText('true', { exact: true })).toBeVisible()
})

test('a commission category is added and deleted, a sheet becomes tasks, a game is solved', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  await page.goto('/commission-categories?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Zither strings')
  await dialog.getByLabel('Commission').fill('7.5')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('row', { name: /Zither strings 7\.50 %/ })).toBeVisible()
  await page.getByRole('button', { name: 'Delete Zither strings' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row', { name: /Zither strings/ })).toHaveCount(0)

  await page.goto('/google-sheets')
  await page.getByRole('button', { name: 'Sync Open Kitchen' }).click()
  // The first sync shows a preview.
  await expect(dialog.getByText('A sync would make 3 tasks.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click()
  await expect(page.getByRole('row', { name: /Open Kitchen/ }).getByText('3 created')).toBeVisible()
  await page
    .getByRole('row', { name: /Open Kitchen/ })
    .getByRole('link')
    .click()
  await expect(page.getByLabel('Row 2, Status')).toHaveValue('Requested')

  await page.goto('/game-solutions')
  await expect(page.getByRole('button', { name: 'Copy today’s Wordle solution' })).toBeVisible()
  await expectAccessible(page)
})
