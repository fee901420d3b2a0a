import type { Page } from '@playwright/test'
import { button, notice, unique } from './article-steps.ts'
import { expect, expectAccessible, expectFits, test } from './fixtures.ts'
import { addKeyword, findKeywords, keywordRow } from './keyword-steps.ts'

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Changes', exact: true }).locator('tbody tr[data-row-key]')

test('changes to keywords are listed on a page, and keywords unchanged since can be restored from there', {
  tag: '@first',
}, async ({ page, signIn, sessionOf }) => {
  const opm = await signIn('opm')
  const known = await addKeyword(opm)
  const { keyword, keyword_id: id } = known
  const isTracked = async () =>
    (await findKeywords(opm, new URLSearchParams({ keyword }).toString())).data[0]?.is_tracked

  await page.goto(`/keywords?keyword=${encodeURIComponent(keyword)}`)
  await keywordRow(page, keyword).getByRole('switch').click()
  await expect(notice(page, `Tracking off for “${keyword}”`)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(notice(page, 'Undone')).toContainText('1 keyword restored')
  expect(await isTracked()).toBe(true)

  await keywordRow(page, keyword).getByRole('switch').click()
  await button(notice(page, `Tracking off for “${keyword}”`), 'See in Changes').click()
  await expect(page).toHaveURL('/changes')
  const first = rows(page).first()
  await expect(first).toContainText(`Tracking off for ${keyword}`)
  await expect(first).toContainText('30 days left')
  await expect(rows(page).nth(1)).toContainText('Undid tracking off: 1 keyword restored')
  await first.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('not tracked')).toBeVisible()
  await page.keyboard.press('z')
  await expect(rows(page).nth(1)).toContainText(/undone by .+/)
  expect(await isTracked()).toBe(true)

  const others = [await addKeyword(opm), await addKeyword(opm)]
  const tag = unique('season')
  await opm.call('POST', '/api/keywords/tags', {
    keywordIds: [id, ...others.map(({ keyword_id: other }) => other)],
    tagsToAdd: [tag],
  })
  await (await sessionOf('qa')).call('PATCH', `/api/keywords/${id}`, { tags: [] })
  await page.reload()
  await expect(first).toContainText(`Added tag ${tag} on 3 keywords`)
  await expect(first).toContainText(/1 of 3 changed since, by \S+/)
  await expectAccessible(page)
  await expectFits(page, 390)
  await button(first, 'Undo the remaining 2').click()
  const question = page.getByRole('dialog', { name: 'Undo this change?' })
  await expect(question).toContainText(
    '2 keywords will be restored. These stay as they are: 1 of 3 changed since',
  )
  await button(question, 'Undo').click()
  await expect(notice(page, 'Undone').last()).toContainText('2 keywords restored, 1 left unchanged')
  await expect(first).toContainText('2 keywords restored')
})
