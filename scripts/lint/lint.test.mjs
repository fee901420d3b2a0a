import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(path.join(tmpdir(), 'copydesk-lint-'))
for (const part of ['biome.json', 'scripts/lint'])
  cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

/** What Biome says, with the rules of this repository, about files of these names with this text. */
function lint(files, text) {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const biome = path.join(root, 'node_modules', '.bin', 'biome')
  const { stdout } = spawnSync(biome, ['lint', '--vcs-enabled=false', '--reporter=github', ...files], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout.split('\n')
}

const CASES = [
  {
    what: 'a cast that switches the types off',
    text: 'export const shelf = found as never\n',
    says: 'This cast switches the types off',
    refused: 'src/web/app/shelf.ts',
    fine: ['src/web/app/shelf.test.ts', 'src/server/shelf.ts'],
  },
  {
    what: 'the day of a moment by UTC',
    text: 'export const day = now.toISOString().slice(0, 10)\n',
    says: "A moment's day is the organisation's",
    refused: 'src/server/features/products/shelves/service.ts',
    fine: ['src/server/features/products/shelves/shelves.test.ts', 'src/server/db/day.ts'],
  },
  {
    what: 'an error for users from an adapter',
    text: "throw new AppError('conflict', 'The shelf is full.')\n",
    says: 'An adapter reports a failure in the terms of its port',
    refused: 'src/server/integrations/shelf-maker/built-in.ts',
    fine: [
      'src/server/features/products/shelves/service.ts',
      'src/server/integrations/shelf-maker/port.test.ts',
    ],
  },
  {
    what: 'an answer that is made outside of present.ts',
    text: 'export function presentShelf(row: Row): Shelf {\n  return row\n}\n',
    says: 'What goes out on the wire is made in present.ts',
    refused: 'src/server/features/products/shelves/routes.ts',
    fine: ['src/server/features/products/shelves/present.ts'],
  },
  {
    what: 'a list to choose from that Tab does not leave',
    text: "import { Button, Select } from 'antd'\nexport const all = [Button, Select]\n",
    says: 'Lists to choose from come from #web/ui/input/select.tsx',
    refused: 'src/web/features/products/shelves/shelf-form.tsx',
    fine: ['src/web/ui/input/select.tsx'],
  },
]

for (const { what, text, says, refused, fine } of CASES)
  it(`the linter refuses ${what}, and only where it is wrong`, () => {
    const found = lint([refused, ...fine], text).filter((line) => line.includes(says))
    expect(found).toEqual([expect.stringContaining(refused)])
  })
