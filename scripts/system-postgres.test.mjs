import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findSystemPostgres } from './system-postgres.mjs'

let folder

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-system-postgres-'))
})

afterEach(() => fs.rmSync(folder, { recursive: true }))

const install = (version, program) => {
  const bin = path.join(folder, version, 'bin')
  fs.mkdirSync(bin, { recursive: true })
  fs.writeFileSync(path.join(bin, program), '')
  return bin
}

describe("the machine's own PostgreSQL", () => {
  it('is the newest installed server', () => {
    install('9.6', 'postgres')
    install('15', 'postgres')
    const newest = install('17', 'postgres')
    expect(findSystemPostgres(folder)).toBe(newest)
  })

  it('is missing if only a client or too old a server is installed', () => {
    install('13', 'postgres')
    install('17', 'psql')
    expect(findSystemPostgres(folder)).toBeUndefined()
    expect(findSystemPostgres(path.join(folder, 'nowhere'))).toBeUndefined()
  })
})
