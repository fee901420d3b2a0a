import { dialogOf, request, sendBack, unique } from './article-steps.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'

/** Words in the order of a dictionary, without regard to case. */
const ORDER = new Intl.Collator('en', { sensitivity: 'base' })

test.describe('Articles History', () => {
  test('keeps filters, sort and page in its address [ART-019] [ART-021] [ART-024] [ART-026] [ART-029] [ART-030] [ART-132]', async ({
    page,
    signIn,
  }) => {
    await signIn('adm')
    await page.goto('/articles')
    await expect(page.getByRole('heading', { level: 1, name: 'Articles History' })).toBeVisible()
    await expect(page.getByPlaceholder('Requested At, from')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Users' })).toBeVisible()
    for (const name of [/^Title/, /^Site/, /^Requested by/, /^Requested at/, /^Status/])
      await expect(page.getByRole('columnheader', { name })).toBeVisible()
    const rows = page.locator('tr[data-row-key]')
    await expect(rows).toHaveCount(20)
    await expect(page.locator('.ant-pagination-options')).toHaveCount(0)

    await page.getByRole('columnheader', { name: /^Title/ }).click()
    await expect(page).toHaveURL(/sort=title&sortOrder=asc/)
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.getByTitle('2', { exact: true }).click()
    await expect(page).toHaveURL(/page=2/)
    // The pages are turned at the foot of the table; the next one is read from its top.
    await expect(rows.first()).toBeInViewport()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page
      .getByRole('columnheader', { name: /^Status/ })
      .getByRole('button')
      .click()
    await page.getByRole('menuitem', { name: 'Returned' }).click()
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL(/status%5B%5D=returned|status\[\]=returned/)
    await expect(page).not.toHaveURL(/page=/)
    await expect(rows.first().getByText('Returned', { exact: true })).toBeVisible()
    await expect(page.locator('tr[data-row-key] .badge').filter({ hasNotText: 'Returned' })).toHaveCount(0)
    const filtered = await rows.count()
    await page.reload()
    await expect(rows).toHaveCount(filtered)
    await page.goBack()
    await expect(page).toHaveURL(/page=2/)
  })

  const SORTABLE = [
    { name: 'Title', sort: 'title', column: 1 },
    { name: 'Site', sort: 'site', column: 2 },
    { name: 'Requested by', sort: 'user', column: 3 },
    { name: 'Requested at', sort: 'created_at', column: 4 },
    { name: 'Status', sort: 'status', column: 5 },
  ]
  test('is sorted by any of its columns, both ways [ART-028]', async ({ page, signIn }) => {
    await signIn('adm')
    await page.goto('/articles')
    await expect(page.locator('tr[data-row-key]')).toHaveCount(20)
    for (const { name, sort, column } of SORTABLE) {
      const values = () =>
        page.locator(`tr[data-row-key] td:nth-child(${column})`).evaluateAll((cells) =>
          // A person's initials stand before the name.
          cells.map(
            (cell) =>
              cell.querySelector('time')?.dateTime ??
              (cell.querySelector('.person > :last-child') ?? cell).textContent ??
              '',
          ),
        )
      const header = page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
      // Titles by their first word: whether case counts in the rest of them is the database's affair.
      const keyOf = (value: string) => (sort === 'title' ? (value.split(' ')[0] ?? '') : value)
      const expectSorted = (sign: number) =>
        expect(async () => {
          const found = await values()
          expect(found).toHaveLength(20)
          expect(found).toEqual(
            found.toSorted((one, other) => sign * ORDER.compare(keyOf(one), keyOf(other))),
          )
        }, name).toPass({ timeout: 10_000 })
      await header.click()
      await expect(page).toHaveURL(new RegExp(`sort=${sort}&sortOrder=asc`))
      await expectSorted(1)
      const [first = ''] = await values()
      await header.click()
      await expect(page).toHaveURL(new RegExp(`sort=${sort}(&|$)`))
      await expect(page).not.toHaveURL(/sortOrder=asc/)
      await expect.poll(async () => (await values())[0], name).not.toBe(first)
      await expectSorted(-1)
    }
  })

  test('searches people once the typing has rested for a second, and filters by them [ART-022] [ART-023] [ART-127] [ART-128] [ART-133]', async ({
    page,
    signIn,
  }) => {
    await signIn('qa')
    await page.goto('/articles')
    await expect(page.locator('tr[data-row-key]').first()).toBeVisible()
    const searches: string[] = []
    page.on('request', (sent) => {
      const url = new URL(sent.url())
      const query = url.searchParams.get('query')
      if (url.pathname === '/api/users' && query) searches.push(query)
    })
    const picker = page.getByRole('combobox', { name: 'Users' })
    await picker.click()
    // Both moments by the page's own clock: how long the test takes to hear of them does not count.
    await picker.evaluate((input) =>
      input.addEventListener('input', () => {
        input.dataset.typedAt = String(Date.now())
      }),
    )
    await picker.pressSequentially('Marcus', { delay: 30 })
    const answer = await page.waitForResponse((each) => each.url().includes('query=Marcus'))
    const typedAt = Number(await picker.getAttribute('data-typed-at'))
    const pause = answer.request().timing().startTime - typedAt
    expect(pause).toBeGreaterThan(990)
    expect(pause).toBeLessThan(5000)
    expect(new URL(answer.url()).pathname).toBe('/api/users')
    expect(answer.request().method()).toBe('GET')
    // QA does not manage users, and is told of a colleague what a name in a list needs.
    const { nodes } = await answer.json()
    expect(nodes).toContainEqual({
      id: expect.any(Number),
      first_name: 'Marcus',
      last_name: 'Thiele',
      username: 'marcus.thiele@copydesk.example',
    })
    for (const node of nodes)
      expect(Object.keys(node).sort()).toEqual(['first_name', 'id', 'last_name', 'username'])
    await page.locator('.ant-select-item-option').filter({ hasText: 'Marcus Thiele' }).click()
    expect(searches).toEqual(['Marcus'])
    await expect(page).toHaveURL(/users/)
    await expect(page.getByText('Marcus Thiele').first()).toBeVisible()
    await expect
      .poll(async () => {
        const names = await page.locator('tr[data-row-key] .person > :last-child').allTextContents()
        return names.length > 0 && names.every((name) => name === 'Marcus Thiele')
      })
      .toBe(true)
    await page.reload()
    await expect(page.locator('.ant-select-selection-item, .ant-select-content-item').first()).toContainText(
      'Marcus Thiele',
    )
  })
})

test('the dialogs of an article are accessible in both themes', async ({ page, signIn, sessionOf }) => {
  const opm = await sessionOf('opm')
  const { article_id } = await request(opm, unique('Seen by everybody'))
  await sendBack(await sessionOf('qa'), article_id, 'Once more')
  await signIn('opm')
  await page.goto(`/articles/pending?edit=${article_id}`)
  await expect(dialogOf(page, /Edit Article/).getByLabel('Title')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.goto(`/articles?article=${article_id}`)
  await expect(dialogOf(page, 'Article Details').getByText('Once more').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
