import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { failureText, fileReason } from './failure-text.ts'

const fileError = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: raw words, open`), { code, syscall: 'open', ...(path ? { path } : {}) })

it('describes in one line the fault of a file, and names the file', () => {
  expect(failureText(fileError('EROFS', '/mnt/a.csv'))).toBe(
    '/mnt/a.csv cannot be used: the disk is read-only (EROFS).',
  )
  expect(failureText(fileError('ENOSPC'))).toBe('A file cannot be used: the disk is full (ENOSPC).')
  expect(fileReason(new Error('outer', { cause: fileError('EACCES') }))).toBe(
    'you have no permission for it (EACCES)',
  )
})

it('finds the database’s message behind a failed statement', () => {
  const lost = new DrizzleQueryError('rollback', [], new Error('Connection terminated unexpectedly'))
  expect(failureText(lost)).toBe(
    'The database ended the connection: Connection terminated unexpectedly. See its log for the reason.',
  )
})

it('leaves everything else to its own words', () => {
  expect(failureText(new Error('Something else'))).toBeNull()
  expect(failureText('a text')).toBeNull()
  // Of an address, and not of a file.
  expect(
    failureText(Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' })),
  ).toBeNull()
})
