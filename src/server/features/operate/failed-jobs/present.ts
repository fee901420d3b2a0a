import { maySee } from '#shared/features/articles/articles/rules.ts'
import type { FailedJob } from '#shared/features/operate/failed-jobs/contract.ts'
import { jobLabel } from '#shared/features/operate/failed-jobs/rules.ts'
import type { Caller } from '../../../security/actor.ts'
import type { FailedJobRow } from './queries.ts'

const UNSAID = 'It stopped without an error, or took too long.'
const MOST_LETTERS = 300

/** The reason as a line: without the kind of error that it was, and no longer than a person reads. */
export function reasonOf(message: string | null): string {
  const line = (message ?? '')
    .replace(/\s+/g, ' ')
    .replace(/^(\w*Error|GivenUp): /, '')
    .trim()
  if (line === '') return UNSAID
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS).toWellFormed()}…` : line
}

function aboutOf(actor: Caller, row: FailedJobRow): FailedJob['about'] {
  const { user, article, file, task, change_id: change, day } = row
  if (user) return { noun: 'user', id: String(user.id), label: user.name }
  if (article) {
    return maySee(actor, article) ? { noun: 'article', id: String(article.id), label: article.title } : null
  }
  if (file) return { noun: 'file', id: file.id, label: file.name }
  if (task) return { noun: 'task', id: task.gid, label: task.name }
  if (change !== null) return { noun: 'change', id: change, label: `Change ${change}` }
  return day === null ? null : { noun: 'day', id: day, label: day }
}

const iso = (moment: string) => new Date(moment).toISOString()

export const presentJob = (actor: Caller, row: FailedJobRow): FailedJob => ({
  id: row.id,
  name: row.name,
  label: jobLabel(row.name),
  about: aboutOf(actor, row),
  state: row.state === 'failed' ? 'failed' : 'waiting',
  error: reasonOf(row.message),
  tries: row.tries,
  created_at: iso(row.created_at),
  tried_at: iso(row.tried_at),
  next_try_at: row.state === 'failed' ? null : iso(row.start_after),
})
