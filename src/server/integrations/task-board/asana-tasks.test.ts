import { expect, it } from 'vitest'
import { cpuTime } from '../../testing/cpu-time.ts'
import { AsanaTask } from './asana-schemas.ts'
import { boardTask, withKey } from './asana-tasks.ts'

const notesOf = (notes: string) =>
  boardTask(
    AsanaTask.parse({
      gid: '1',
      name: 'Kettles',
      notes,
      completed: false,
      modified_at: '2026-11-18T09:00:00Z',
      permalink_url: 'https://app.asana.example/0/0/1',
    }),
    'Update Level',
  ).notes

it('shows the notes of a task without the key at their end, and nothing else missing', () => {
  expect(notesOf(withKey('By hand.', 'article-1'))).toBe('By hand.')
  expect(notesOf(withKey('', 'article-1'))).toBe('')
  expect(notesOf('By hand. [copydesk:article-1]\n \n')).toBe('By hand. ')
  for (const notes of [
    '',
    'By hand.\n\n',
    '[copydesk:article-1] is where it began',
    '[copydesk:article-1\n]',
    '[copydesk:a]]',
    'x]',
    'copydesk:article-1]',
  ])
    expect(notesOf(notes), notes).toBe(notes)
})

it.each([
  ['empty lines', `${'\n'.repeat(100_000)}x`],
  ['blanks', ` ${' '.repeat(100_000)}x`],
  ['beginnings of keys', '[copydesk:'.repeat(10_000)],
  ['beginnings of keys with one end', `${'[copydesk:'.repeat(10_000)}\n]`],
  ['keys', `${'[copydesk:a]\n'.repeat(10_000)}x`],
])('reads notes of nothing but %s in the blink of an eye [S24]', (_name, notes) => {
  expect(
    cpuTime(() => {
      expect(notesOf(notes)).toBe(notes)
    }),
  ).toBeLessThan(200)
})
