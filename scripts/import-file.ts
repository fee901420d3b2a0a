import { closeSync, createReadStream, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import Papa from 'papaparse'
import { CommandError } from './command.ts'

const GZIP = 0x1f8b
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** The content of a file as it is read; what gzip has made smaller is made whole again. */
export function readImportFile(file: string): AsyncIterable<Uint8Array> {
  const start = Buffer.alloc(2)
  try {
    const opened = openSync(file, 'r')
    readSync(opened, start, 0, 2, 0)
    closeSync(opened)
  } catch {
    throw new CommandError(`There is no readable file ${file}.`)
  }
  return start.readUInt16BE() === GZIP ? unpacked(file) : plain(file)
}

/** Files are opened when the first chunk is asked for: a fault before that would find nobody who listens. */
async function* plain(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file)
}

async function* unpacked(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* pipeline(createReadStream(file), createGunzip(), () => {})
  } catch {
    throw new CommandError('The file is compressed with gzip, but is not whole.')
  }
}

/**
 * Writes rows that were refused beside the file they came from; there is none where no row was. The heading is asked
 * for with the first of them. What a spreadsheet
 * would take for a formula begins with an apostrophe, which the next import takes away again.
 */
export function createRefusals(file: string, heading: readonly string[] | (() => readonly string[])) {
  const target = `${file}.refused.csv`
  let opened: number | null = null
  rmSync(target, { force: true })
  const write = (cells: readonly unknown[]) => {
    opened ??= openSync(target, 'w')
    writeSync(opened, `${Papa.unparse([[...cells]], { escapeFormulae: FORMULA })}\n`)
  }
  return {
    target,
    add(cells: readonly unknown[]) {
      if (opened === null) write(typeof heading === 'function' ? heading() : heading)
      write(cells)
    },
    /** Closes the file; where nothing came of the import, there is nothing to correct. */
    end(isDone: boolean) {
      if (opened === null) return
      closeSync(opened)
      if (!isDone) rmSync(target)
    },
  }
}
