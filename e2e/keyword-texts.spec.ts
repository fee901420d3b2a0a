import { SCRIPT_PAYLOADS } from '../src/server/testing/script-payloads.ts'
import type { KeywordComment } from '../src/shared/features/keywords/keyword-comments/contract.ts'
import { tidyKeyword, tidyTag } from '../src/shared/features/keywords/keywords/rules.ts'
import { dialogOf } from './article-steps.ts'
import { expect, goWithin, type Session, test } from './fixtures.ts'
import { addKeyword, keywordRows } from './keyword-steps.ts'
import { cut, payloadGroups, watchForScripts } from './script-watch.ts'

// Kept apart from other tests because keywords and tags with such texts would disturb them.
const KEYWORDS = payloadGroups(255).map((texts) => tidyKeyword(texts.join(' ')))
const COMMENTS = payloadGroups(200).map((texts) => texts.join(' '))
const TAGS = [...new Set(SCRIPT_PAYLOADS.map((text) => tidyTag(cut(text, 50))))]

interface Planted {
  id: number
  tags: readonly string[]
}
let planted: Promise<Planted[]> | undefined

/** Creates keywords and tags from payloads, and all comments on the first keyword. */
const plant = (session: Session) => {
  planted ??= (async () => {
    const size = Math.ceil(TAGS.length / KEYWORDS.length)
    const rows: Planted[] = []
    for (const [place, keyword] of KEYWORDS.entries()) {
      const tags = TAGS.slice(place * size, (place + 1) * size)
      const { keyword_id: id } = await addKeyword(session, { keyword, tags: tags.map((tag) => ({ tag })) })
      rows.push({ id, tags })
    }
    for (const comment of COMMENTS)
      await session.call('POST', `/api/keywords/${rows[0]?.id}/comments`, { comment })
    return rows
  })()
  return planted
}

test('keywords, their tags and comments are shown as they were typed [S13] [COMM-012] [COMM-013]', async ({
  page,
  signIn,
}) => {
  test.slow()
  expect(SCRIPT_PAYLOADS.length).toBeGreaterThanOrEqual(60)
  const session = await signIn('opm')
  const rows = await plant(session)
  const { expectHarmless } = await watchForScripts(page)
  const first = rows[0]?.id

  // The stored text is already harmless before any screen shows it.
  const stored: KeywordComment[] = await session.call('GET', `/api/keywords/${first}/comments`)
  const markup = (html: string) => html.replace(/<\/?span(?: style="[^"<>]*")?>/g, '')
  for (const { content } of stored) expect(markup(content)).not.toMatch(/[<>]/)

  await page.goto('/keywords')
  await expect(keywordRows(page)).toHaveCount(20)
  await expectHarmless(KEYWORDS)
  await page.goto(`/keywords?keyword_id=${first}&comments=1&full=1`)
  await expect(page.getByRole('list', { name: 'Comments' }).getByRole('listitem')).toHaveCount(
    COMMENTS.length,
  )
  await expectHarmless([KEYWORDS[0] ?? '', ...COMMENTS])
  for (const [place, { id, tags }] of rows.entries()) {
    await goWithin(page, `/keywords?edit=${id}`)
    await expect(dialogOf(page, 'Edit Keyword').getByLabel('Keyword')).toHaveValue(KEYWORDS[place] ?? '')
    await expectHarmless(tags)
  }
  await page.goto(`/keywords?targets=${first}`)
  await expect(dialogOf(page, /^Targeted Articles/)).toBeVisible()
  await expectHarmless([`Targeted Articles: ${KEYWORDS[0]}`])
  await page.goto(`/keywords?request=${first}`)
  await expect(dialogOf(page, 'New Article')).toBeVisible()
  await expectHarmless([])
})

test('bulk changes, filters, uploads and mentions show hostile text as text [S13]', async ({
  page,
  signIn,
  sessionOf,
}) => {
  test.slow()
  const session = await signIn('opm')
  const rows = await plant(session)
  const { expectHarmless } = await watchForScripts(page)
  await page.goto('/keywords')
  await expect(keywordRows(page)).toHaveCount(20)
  for (const box of (await keywordRows(page).getByRole('checkbox').all()).slice(0, rows.length))
    await box.check()
  await expect(page.getByText(`${rows.length} keywords selected.`)).toBeVisible()
  await page.getByRole('button', { name: 'Bulk Actions' }).click()
  await page.getByRole('menuitem', { name: 'Manage Tags' }).click()
  await expect(dialogOf(page, 'Tag Managment')).toBeVisible()
  await expectHarmless(TAGS)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Bulk Actions' }).click()
  await page.getByRole('menuitem', { name: 'Stop tracking' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(dialogOf(page, 'Stop tracking').getByText('will change.')).toBeVisible()
  await expectHarmless([])

  const tags: { tag_id: number; tag: string }[] = await session.call('GET', '/api/keywords/tags')
  const hostile = tags.filter(({ tag }) => TAGS.includes(tag)).slice(0, 2)
  await page.goto(`/keywords?${hostile.map(({ tag_id }) => `tags[]=${tag_id}`).join('&')}`)
  await expectHarmless([hostile.map(({ tag }) => tag).join(', ')])

  const lines = SCRIPT_PAYLOADS.map((text) => `"${text.replaceAll('"', '""')}${'!'.repeat(250)}"`)
  await page.goto('/upload-keywords')
  await page.getByLabel('CSV file').setInputFiles({
    name: '<img src=x onerror=alert(1)>.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`keyword\n${lines.join('\n')}\n`),
  })
  await expect(page.getByText(/lines refused/).first()).toBeVisible()
  await expectHarmless(['<img src=x onerror=alert(1)>.csv'])

  const admin = await sessionOf('adm')
  const dana = (await sessionOf('qa')).user
  const { keyword_id: id } = await addKeyword(session)
  const name = '<img src=x onerror=alert(2)>'
  await session.call('POST', `/api/keywords/${id}/comments`, { comment: `@[${name}](user:${dana.id}) look` })
  await admin.call('PUT', `/api/users/${dana.id}`, { ...dana, first_name: name, active: true })
  await page.goto(`/keywords?keyword_id=${id}&comments=1`)
  await expect(page.getByRole('list', { name: 'Comments' }).getByRole('listitem')).toHaveCount(1)
  await expectHarmless([`@${name} ${dana.last_name} look`])
  await page.getByRole('textbox', { name: 'New comment' }).pressSequentially('@<img')
  await expect(page.locator('.ant-mentions-dropdown').getByText(name)).toBeVisible()
  await expectHarmless([])
})
