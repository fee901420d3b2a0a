import type { Locator } from '@playwright/test'
import { button, dialogOf, notice, unique } from './article-steps.ts'
import { expect, readFirst, test } from './fixtures.ts'
import {
  addFilter,
  addKeyword,
  findKeywords,
  keywordRow,
  keywordRows,
  option,
  REFUSAL,
} from './keyword-steps.ts'

/** If the strongest and the weakest of red, green and blue differ by less, people see grey or black. */
const LEAST_CHROMA = 64

/** The dominant component of a text's colour; undefined for a grey. */
const hueOf = (text: Locator) =>
  text.evaluate((element, least) => {
    const shares =
      getComputedStyle(element)
        .color.match(/[\d.]+/g)
        ?.slice(0, 3)
        .map(Number) ?? []
    const most = Math.max(...shares)
    return most - Math.min(...shares) < least ? 'none' : ['red', 'green', 'blue'][shares.indexOf(most)]
  }, LEAST_CHROMA)

test('a keyword is added, changed and untracked [KW-022] [KW-037] [KW-038] [KW-045] [KW-073]', {
  tag: '@first',
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 4\d\d .* at \/api\/keywords/)
  const session = await signIn('opm')
  const known = await addKeyword(session)
  await page.goto('/keywords')
  await button(page, 'New Keyword').click()
  await expect(page).toHaveURL(/new=1/)
  const form = dialogOf(page, 'New Keyword')
  await button(form, 'Add Keyword').click()
  await expect(form.getByText('Please input a keyword!')).toBeVisible()
  await form.getByLabel('Keyword').fill(known.keyword)
  await page.keyboard.press('Control+Enter')
  await expect(form.getByRole('alert').filter({ hasText: 'Error saving keyword.' })).toBeVisible()
  await button(form, 'Open it').click()
  await expect(dialogOf(page, 'Edit Keyword').getByLabel('Keyword')).toHaveValue(known.keyword)
  await expect(page).toHaveURL(new RegExp(`edit=${known.keyword_id}`))
  await page.keyboard.press('Escape')

  const keyword = unique('freshly added')
  await button(page, 'New Keyword').click()
  await form.getByLabel('Keyword').fill(` ${keyword} `)
  await form.getByLabel('Tags').fill('Porch,')
  await form.getByLabel('Sites').click()
  await option(page, 'Hearthside').click()
  await form.getByLabel('Keyword').press('Control+Enter')
  await expect(notice(page, 'Keyword added')).toContainText(keyword)
  const row = keywordRow(page, keyword)
  await expect(row.getByText('porch')).toBeVisible()
  await expect(row.getByRole('img', { name: 'Hearthside' })).toBeVisible()
  await expect(row.getByRole('switch')).toBeChecked()

  await button(page, `Edit ${keyword}`).click()
  const edit = dialogOf(page, 'Edit Keyword')
  await edit.getByRole('switch', { name: 'Tracked' }).click()
  await page.route('**/api/keywords/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(REFUSAL) : route.fallback(),
  )
  await button(edit, 'Save').click()
  await expect(edit.getByRole('alert')).toContainText('Error saving keyword.')
  await expect(edit.getByRole('switch', { name: 'Tracked' })).not.toBeChecked()
  await page.unrouteAll()
  await button(edit, 'Save').click()
  await expect(edit).toBeHidden()
  await expect(row.getByRole('switch')).not.toBeChecked()
  const { data } = await findKeywords(session, new URLSearchParams({ keyword }).toString())
  expect(data[0]).toMatchObject({ keyword, is_tracked: false, tags: [{ tag: 'porch' }] })
})

test('tags of selected keywords are staged in colours and submitted together [KW-023] [KW-024] [KW-025] [KW-039] [KW-048] [KW-049] [KW-050] [KW-051] [KW-074]', {
  tag: '@first',
}, async ({ page, signIn, allowConsole }) => {
  allowConsole(/status of 400 .* at \/api\/keywords\/tags$/)
  const session = await signIn('opm')
  const words = unique('pair of')
  const bare = await addKeyword(session, { keyword: `${words} bare` })
  const tagged = await addKeyword(session, { keyword: `${words} tagged`, tags: [{ tag: 'patio' }] })
  await page.goto(`/keywords?${new URLSearchParams({ keyword: words })}`)
  const entry = page.getByRole('menuitem', { name: 'Manage Tags' })
  const manage = async () => {
    await button(page, 'Bulk Actions').click()
    await entry.click()
  }
  await button(page, 'Bulk Actions').click()
  await expect(entry).toBeDisabled()
  await page.keyboard.press('Escape')
  await keywordRow(page, bare.keyword).getByRole('checkbox').check()
  await expect(page.getByText('1 keyword selected.')).toBeVisible()
  await manage()
  const manager = dialogOf(page, 'Tag Managment')
  await expect(manager.getByText('No selected tags')).toBeVisible()
  await button(manager, 'Cancel').click()

  await keywordRow(page, tagged.keyword).getByRole('checkbox').check()
  await expect(page.getByText('2 keywords selected.')).toBeVisible()
  await manage()
  const tag = (name: string) => manager.getByRole('listitem').filter({ hasText: name })
  expect(await hueOf(tag('patio'))).toBe('blue')
  const typed = manager.getByRole('combobox', { name: 'New tag' })
  await typed.fill('  Late   Summer ')
  await typed.press('Enter')
  expect(await hueOf(tag('late summer'))).toBe('green')
  for (const ignored of ['   ', 'LATE SUMMER']) {
    await typed.fill(ignored)
    await typed.press('Enter')
  }
  await expect(manager.getByRole('listitem')).toHaveCount(2)
  // Enter picks the list's entry and not the typed letters.
  await typed.fill('backpa')
  await expect(option(page, 'backpacking')).toBeVisible()
  await typed.press('ArrowDown')
  await typed.press('Enter')
  await expect(tag('backpacking')).toBeVisible()
  await expect(manager.getByRole('listitem')).toHaveCount(3)
  await button(manager, 'Remove patio').click()
  expect(await hueOf(tag('patio'))).toBe('red')

  await page.route('**/api/keywords/tags', (route) => route.fulfill(REFUSAL))
  await button(manager, 'Submit').click()
  await expect(manager.getByRole('alert')).toContainText('Error saving keyword.')
  await page.unrouteAll()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await button(manager, 'Submit').click()
  expect((await sent).postDataJSON()).toEqual({
    tagsToAdd: ['late summer', 'backpacking'],
    tagsToRemove: ['patio'],
    keywordIds: expect.arrayContaining([bare.keyword_id, tagged.keyword_id]),
  })
  const told = notice(page, '2 keywords changed')
  await expect(keywordRow(page, tagged.keyword)).toContainText('late summer')
  await expect(keywordRow(page, tagged.keyword)).not.toContainText('patio')
  await expect(page.getByText('keywords selected.')).toBeHidden()
  await button(told, 'Undo').click()
  await expect(keywordRow(page, tagged.keyword)).toContainText('patio')
  await expect(keywordRow(page, bare.keyword)).not.toContainText('late summer')
})

test('all keywords that match the filters are changed after a preview, and the change is undone', async ({
  page,
  signIn,
}) => {
  const session = await signIn('opm')
  const words = unique('whole')
  for (let count = 0; count < 22; count++)
    await addKeyword(session, { keyword: `${words} number ${count}`, tracked: count > 0 })
  await page.goto(`/keywords?${new URLSearchParams({ keyword: words })}`)
  await keywordRows(page).first().getByRole('checkbox').check()
  await button(page, 'Select all 22').click()
  await expect(page.getByText('All 22 keywords matching the filters are selected.')).toBeVisible()
  await expect(keywordRows(page).locator('input:checked[type="checkbox"]')).toHaveCount(20)
  await button(page, 'Bulk Actions').click()
  await page.getByRole('menuitem', { name: 'Stop tracking' }).click()
  const dialog = dialogOf(page, 'Stop tracking')
  await button(dialog, 'Preview').click()
  await expect(dialog).toContainText('21 keywords of 22 selected will change.')
  await readFirst(page)
  await button(dialog, 'Stop tracking').click()
  await expect(keywordRows(page).getByRole('switch', { checked: true })).toHaveCount(0)
  await button(notice(page, '21 keywords changed'), 'Undo').click()
  await expect(keywordRows(page).getByRole('switch', { checked: true }).first()).toBeVisible()
  expect((await findKeywords(session, `keyword=${words}&tracked=true`)).meta.total).toBe(21)
  // Another filter has other matches, which are not selected.
  await keywordRows(page).first().getByRole('checkbox').check()
  await button(page, 'Select all 22').click()
  await addFilter(page, 'By tracking')
  await expect(page.getByText('matching the filters are selected')).toBeHidden()
})
