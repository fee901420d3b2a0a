import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { amount, listed, words } from './cells.ts'
import { STORIES } from './stories.ts'
import { readPages, readTable } from './words.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'words-'))
  await mkdir(join(folder, 'pages'))
})
afterEach(() => rm(folder, { recursive: true }))

const Row = z.strictObject({ name: words, tags: listed, age: amount })
const table = async (text: string) => {
  await writeFile(join(folder, 'rows.csv'), text)
  return readTable('rows.csv', Row, folder)
}
const Leaf = z.strictObject({
  by: words,
  title: words,
  text: words.optional(),
  products: z.array(z.strictObject({ product: words, award: z.string() })).default([]),
  questions: z.array(z.string()).default([]),
  answers: z.array(z.strictObject({ heading: words, text: words })).default([]),
})
const page = async (text: string) => {
  await writeFile(join(folder, 'pages/leaf.md'), text)
  return (await readPages('pages', Leaf, folder)).get('leaf')
}

test('a table of the sample is read as it was written, lists in its cells included', async () => {
  expect(await table('Name,Tags,Age\n"Salt, coarse",kitchen; spice,3.5\nPepper,,0\n')).toEqual([
    { name: 'Salt, coarse', tags: ['kitchen', 'spice'], age: 3.5 },
    { name: 'Pepper', tags: [], age: 0 },
  ])
})

test('an invalid row is refused with its file, line, column and the reason', async () => {
  const heading = 'name,tags,age\nSalt,,1\n'
  await expect(table(`${heading},,2\n`)).rejects.toThrow(
    'sample/words/rows.csv, line 3: name: must not be empty',
  )
  await expect(table(`${heading}Pepper,,old\n`)).rejects.toThrow('rows.csv, line 3: age: must be a number')
  await expect(table(`${heading}Pepper,,\n`)).rejects.toThrow('rows.csv, line 3: age: must be a number')
  await expect(table(`${heading}Pepper,,2,more\n`)).rejects.toThrow('line 3: The row has more cells')
  await expect(table('name,tags,age,colour\nSalt,,1,white\n')).rejects.toThrow('line 2: Unrecognized key')
})

test('a page has its front matter, its title, its text, and a table, a list or texts under each heading', async () => {
  const text = `---
by: dana
---

# Salt

It comes
from the sea.

And from mines.

## Products

| Product | Award |
|---|---|
| Flakes | |

## Questions

- Does it
  keep?
-

## Answers

### Yes

For
years.
`
  expect(await page(text)).toEqual({
    by: 'dana',
    title: 'Salt',
    text: 'It comes from the sea.\n\nAnd from mines.',
    products: [{ product: 'Flakes', award: '' }],
    questions: ['Does it keep?', ''],
    answers: [{ heading: 'Yes', text: 'For years.' }],
  })
})

test('an invalid page is refused with its file, line and the reason', async () => {
  await expect(page('---\nby:\n---\n\n# Salt\n')).rejects.toThrow(
    'sample/words/pages/leaf.md, line 2: by: must not be empty',
  )
  await expect(page('---\nby: dana\n# Salt\n')).rejects.toThrow('line 1: the front matter has no end')
  await expect(page('---\nby dana\n---\n# Salt\n')).rejects.toThrow('line 2: not “name: words”')
  const begun = '---\nby: dana\n---\n# Salt\n\n'
  await expect(page(`${begun}## Prodcts\n`)).rejects.toThrow('Unrecognized key: "prodcts"')
  await expect(page(`${begun}## Products\n\n- Flakes\n`)).rejects.toThrow(
    'line 6: products: 0: Invalid input',
  )
  await expect(page(`${begun}## Products\n\n| Product | Award |\n|---|---|\n| Flakes |\n`)).rejects.toThrow(
    'line 10: the row has 1 cells, the table 2 columns',
  )
  await expect(page(`${begun}## Answers\n\n### Yes\n\nSo.\n\n## Answers\n`)).rejects.toThrow(
    'line 12: “answers” is there twice',
  )
})

test('every page of a post belongs to an article of the sample that has been approved', async () => {
  const approved = STORIES.filter(({ status }) => status === 'approved' || status === 'published')
  const pages = await readdir(join(import.meta.dirname, 'words/posts'))
  expect(pages.sort()).toEqual(approved.map(({ name }) => `${name}.md`).sort())
})

/** The files of the sample's words that a process opens which runs `code`. */
async function opened(code: string): Promise<string[]> {
  const watch = `
    import fs from 'node:fs'; import files from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module';
    const seen = []; const note = (open) => (file, ...rest) => { seen.push(String(file)); return open(file, ...rest) };
    fs.createReadStream = note(fs.createReadStream); files.readFile = note(files.readFile); syncBuiltinESMExports();
    ${code};
    console.log(JSON.stringify(seen.filter((file) => file.includes('/sample/words/'))))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', watch], {
    cwd: join(import.meta.dirname, '..'),
  })
  return z
    .array(z.string())
    .parse(JSON.parse(stdout))
    .map((file) => file.split('/sample/words/')[1] ?? file)
}

test('the words are read where the sample is laid down: a start reads none, a catalogue only its own', async () => {
  expect(await opened(`await import('./first-run.ts')`)).toEqual([])
  const ofGoods = await opened(`(await import('./sample/goods.ts')).sampleGoods()`)
  expect(ofGoods.filter((file) => !file.startsWith('catalog/'))).toEqual([])
  expect(ofGoods).toContain('catalog/lines.csv')
})
