// For tests: imports files as `npm run import` does, in this process.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Papa from 'papaparse'
import { vi } from 'vitest'
import { createTestDatabase } from '#server/db/testing.ts'
import { createDiskImageStore } from '#server/integrations/image-store/built-in.ts'
import { buildSite } from '#server/testing/builders.ts'
import { runCommand } from './command.ts'
import { importFile } from './import-file.ts'
import { KINDS } from './import-kinds.ts'

interface Outcome {
  code: typeof process.exitCode
  /** Messages about the whole file. */
  says: string[]
  /** The file of refused rows with its header; empty without one. */
  refused: string[][]
}

/** A workspace with the sites Hearthside (hs) and Open Kitchen (ok), and files that are imported into it. */
export async function startImports() {
  const database = await createTestDatabase()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-imports-'))
  const images = createDiskImageStore({ folder })
  const { db, pool } = database
  const site = { url: 'https://hearthside.example', affiliateTag: 'hearth-20' }
  await buildSite(db, { code: 'hs', displayName: 'Hearthside', ...site })
  await buildSite(db, { code: 'ok', displayName: 'Open Kitchen', url: 'https://www.openkitchen.example' })

  /** Imports a file; `args` are the arguments after its kind. */
  async function importAs(
    name: string,
    content: string | Buffer,
    { file = 'file.csv', args = [] }: { file?: string; args?: string[] } = {},
  ): Promise<Outcome> {
    const target = path.join(folder, file)
    fs.writeFileSync(target, content)
    const said: unknown[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((words) => said.push(words))
    const error = vi.spyOn(console, 'error').mockImplementation((words) => said.push(words))
    const before = process.exitCode
    process.exitCode = 0
    const kind = KINDS[name]
    if (kind === undefined) throw new Error(`There is no kind ${name}.`)
    await runCommand(() =>
      importFile(
        { database, images, imagesFolder: folder },
        { kind, run: kind.read([target, ...args]).run, file: target },
      ),
    )
    const code = process.exitCode
    process.exitCode = before
    log.mockRestore()
    error.mockRestore()
    const refused = `${target}.refused.csv`
    return {
      code,
      says: said
        .join('\n')
        .split('\n')
        .filter((line) => !/^ {2}\S+ refused|^The refused rows are in/.test(line)),
      refused: fs.existsSync(refused)
        ? Papa.parse<string[]>(fs.readFileSync(refused, 'utf8'), { skipEmptyLines: true }).data
        : [],
    }
  }

  return {
    db,
    importAs,
    rowsOf: async (text: string) => (await pool.query(text)).rows,
    async close() {
      await database.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
