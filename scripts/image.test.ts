import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const linesOf = (name: string) => readFileSync(path.join(root, name), 'utf8').split('\n').filter(Boolean)

const ignored = linesOf('.dockerignore')
/** A pattern without a slash at its beginning is relative to the root, and leaves out all below it. */
const isIgnored = (file: string) =>
  ignored.some((pattern) => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`))

/** What the last stage copies from the folder of the sources. */
const copied = linesOf('Dockerfile')
  .slice(linesOf('Dockerfile').findLastIndex((line) => line.startsWith('FROM ')))
  .flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [])

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const isCopied = (file: string) => copied.some((source) => file === source || file.startsWith(`${source}/`))
const shipped = tracked.filter((file) => isCopied(file) && !isIgnored(file))

test('the image has the server, and none of the tests and what only they use [ASVS 15.2.3]', () => {
  expect(shipped).toContain('src/server/main.ts')
  expect(shipped).toContain('scripts/backup.ts')
  expect(shipped.filter((file) => /\.test\.|__snapshots__|(^|\/)testing\b/.test(file))).toEqual([])
})

test('nothing in the image imports a file that was left out', () => {
  const missing = shipped
    .filter((file) => /^src\/(server|shared|web)\/.*\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:from|import\() ?'([.#][^']+)'/g)]
        .map(([, target = '']) =>
          target.startsWith('#')
            ? `src/${target.slice(1)}`
            : path.join(path.dirname(file), target).replaceAll('\\', '/'),
        )
        .filter(isIgnored)
        .map((target) => `${file} imports ${target}`),
    )
  expect(missing).toEqual([])
})

test.each([
  ['the repository', '.git/config'],
  ['secrets', 'secrets/smtp_url'],
  ['settings', '.env'],
  ['settings', '.env.production'],
  ['data', 'data/postgres/PG_VERSION'],
  ['backups', 'backups/desk.dump'],
])('the builder of the image is never given %s: %s [ASVS 13.4.1]', (_, file) => {
  expect(isIgnored(file)).toBe(true)
})

test('the service cannot read the repository of its checkout [ASVS 13.4.1]', () => {
  for (const unit of ['copydesk.service', 'copydesk-backup.service'])
    expect(linesOf(`docs/${unit}`), unit).toContain('InaccessiblePaths=-/opt/copydesk/.git')
})
