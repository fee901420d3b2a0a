import { button, dialogOf, notice, request, rowOf, unique } from './article-steps.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { addKeyword, expectNoSidewaysScroll, keywordRow, REFUSAL } from './keyword-steps.ts'

test('an article is found on the task board, targeted by a keyword, and let go again [TASK-005] [TASK-006] [TASK-007] [TASK-008] [TASK-009]', {
  tag: '@first',
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(
    /status of 400 .* at \/api\/(articles\/asana_article|articles\/\d+\/keywords\/\d+|asana\/search)$/,
  )
  const session = await signIn('opm')
  const title = unique('On the board')
  const { article_id: article } = await request(session, title)
  await expect.poll(async () => (await session.call('GET', `/api/articles/${article}`)).gid).not.toBeNull()
  const { keyword, keyword_id: id } = await addKeyword(session)
  await page.goto(`/keywords?${new URLSearchParams({ keyword })}`)
  await button(page, `Articles of ${keyword}`).click()
  await expect(page).toHaveURL(new RegExp(`targets=${id}`))
  const dialog = dialogOf(page, `Targeted Articles: ${keyword}`)
  await expect(dialog.getByText('No article targets this keyword yet.')).toBeVisible()
  await expect(button(dialog, 'Add Article')).toBeDisabled()
  const search = dialog.getByRole('combobox', { name: 'Search articles' })
  await search.fill(title)
  await page.locator('.ant-select-item-option').filter({ hasText: title }).click()
  await page.route('**/api/articles/asana_article', (route) => route.fulfill(REFUSAL))
  await button(dialog, 'Add Article').click()
  await expect(notice(page, 'Article could not be saved.').first()).toContainText('Not today.')
  await page.unrouteAll()
  // What was found is still chosen.
  await button(dialog, 'Add Article').click()
  const row = dialog.getByRole('row').filter({ hasText: title })
  await expect(row.getByText('Requested', { exact: true })).toBeVisible()
  for (const name of ['Title', 'Status', 'Actions'])
    await expect(dialog.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await expect(button(dialog, 'Add Article')).toBeDisabled()
  await expectAccessible(page)

  await page.route(`**/api/articles/*/keywords/*`, (route) => route.fulfill(REFUSAL))
  // The notice of the refused addition says the same words: the answer to this very question is waited for.
  const remove = async () => {
    const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await button(row, `Remove ${title}`).click()
    await button(dialogOf(page, `Remove “${title}” from this keyword?`), 'Remove').click()
    await answered
  }
  await remove()
  await expect(notice(page, 'Article could not be saved.').last()).toContainText('Not today.')
  await expect(row).toBeVisible()
  await page.unrouteAll()
  await remove()
  await expect(row).toHaveCount(0)
  await button(dialog, 'Close').first().click()
  await expect(button(page, `Articles of ${keyword}`)).toHaveText('None')
  await page.goto('/articles')
  await expect(rowOf(page, title)).toBeVisible()
})

test('a site that has a pending article of the keyword asks before another is begun [TASK-010] [TASK-011] [TASK-012]', {
  tag: '@first',
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 400 .* at \/api\/articles$/)
  const session = await signIn('opm')
  const [site, other] = await session.call('GET', '/api/sites')
  const { keyword, keyword_id: id } = await addKeyword(session, { sites: [other.site_id] })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/keywords?keyword_id=${id}&targets=${id}`)
  const dialog = dialogOf(page, `Targeted Articles: ${keyword}`)
  await dialog.getByRole('tab', { name: 'Pending articles' }).click()
  const entry = (name: string) => dialog.locator('.pending-site').filter({ hasText: name })
  // The keyword's own sites come first.
  await expect(dialog.locator('.pending-site').first()).toContainText(other.display_name)
  const add = button(dialog, `New article for ${site.display_name}`)
  await add.click()
  const begun = entry(site.display_name).getByRole('link')
  await expect(begun).toHaveText([`The best ${keyword}`])
  await expect(entry(site.display_name).getByText('Draft')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const asked = dialogOf(page, 'Do you want to add a new one?')
  await add.click()
  await button(asked, 'No').click()
  await expect(begun).toHaveCount(1)
  await page.route('**/api/articles', (route) => route.fulfill(REFUSAL))
  await add.click()
  await button(asked, 'Yes').click()
  const error = entry(site.display_name).getByRole('alert')
  await expect(error).toContainText('Error')
  await expect(error).toHaveAttribute('title', 'Not today.')
  await expect(error.locator('.badge')).toHaveClass(/(^| )bad( |$)/)
  await page.unrouteAll()
  await add.click()
  await button(asked, 'Yes').click()
  await expect(begun).toHaveCount(2)
  await expect(error).toHaveCount(0)
  await button(dialog, 'Close').first().click()
  // A phone's card leaves the statuses out.
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(keywordRow(page, keyword)).toContainText('Draft')
})
